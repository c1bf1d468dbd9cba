"""The tools of the scenarios: plain functions that tell the harness when they ran and what came of it."""


import functools
import inspect
import itertools
import json
import os
import time
import urllib.request

KEYS = itertools.count(1)
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def tell(**event) -> None:
    """Sends an event to the harness, before going on."""
    data = json.dumps(event).encode()
    DIRECT.open(urllib.request.Request(os.environ["INTEROP_EVENTS"], data, method="POST"), timeout=10).read()


def told(function):
    """The function, telling the harness of its start and end."""

    @functools.wraps(function)
    def run(*args, **kwargs):
        key, given = next(KEYS), inspect.signature(function).bind(*args, **kwargs).arguments
        tell(event="tool_start", key=key, name=function.__name__, args=given)
        try:
            result = function(*args, **kwargs)
        except Exception as error:
            tell(event="tool_end", key=key, error=str(error))
            raise
        tell(event="tool_end", key=key, result=result)
        return result

    return run


@told
def sea_temperature(beach: str) -> dict:
    """Get the temperature of the sea at a beach.

    Args:
        beach: The name of the beach.
    """
    time.sleep(0.03 if beach in ("Nazare", "Sagres") else 0.005)
    degrees = {"Ericeira": 17, "Nazare": 15, "Sagres": 18, "Faro": 21}
    return {"beach": beach, "celsius": degrees[beach], "waves": "low"}


@told
def tide(harbour: str) -> str:
    """Get the tide at a harbour.

    Args:
        harbour: The name of the harbour.
    """
    return "rising"


@told
def free_boats(day: str) -> list:
    """List the free boats of a day.

    Args:
        day: The day of the week.
    """
    return [{"boat": "B-7", "seats": 4}]


@told
def boat_price(boat: str, hours: int) -> float:
    """Get the price of a boat.

    Args:
        boat: The number of the boat.
        hours: For how many hours.
    """
    return 45.5


@told
def book_boat(boat: str, guest: str, paid: bool) -> str:
    """Book a boat.

    Args:
        boat: The number of the boat.
        guest: The name of the guest.
        paid: Whether it is paid.
    """
    return "booked"


@told
def buoy_report(buoy: str) -> str:
    """Get the report of a buoy.

    Args:
        buoy: The name of the buoy.
    """
    raise RuntimeError("The buoy does not answer")


@told
def on_watch() -> dict:
    """Get the sailor on watch."""
    return {"name": "Ines", "roles": ["helm", "radio"], "until": None}


@told
def sights(town: str) -> list:
    """List the sights of a town.

    Args:
        town: The name of the town.
    """
    return ["castle", "old bridge"]


@told
def mooring_bill(bill: str) -> dict:
    """Get a mooring bill.

    Args:
        bill: The number of the bill.
    """
    return {"bill": bill, "state": "paid", "total": 31.0}


@told
def fuel_level(boat: str) -> int:
    """Get the fuel level of a boat.

    Args:
        boat: The number of the boat.
    """
    return 12


@told
def logbook(title: str) -> str:
    """Read a logbook.

    Args:
        title: The title of the logbook.
    """
    return "\n".join(f"§{n} 航海 🚢 é “quotes” \\ {{\"n\": {n}}}\t日本語 ñ" for n in range(1, 26))


@told
def distance(knots: int, hours: int) -> int:
    """Get the distance that a boat makes.

    Args:
        knots: The speed in knots.
        hours: The time in hours.
    """
    return knots * hours


ALL = {f.__name__: f for f in (sea_temperature, tide, free_boats, boat_price, book_boat, buoy_report, on_watch, sights,
                               mooring_bill, fuel_level, logbook, distance)}

TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def schema(function) -> dict:
    """The JSON schema of a tool's arguments."""
    properties = {n: {"type": TYPES[p.annotation.__name__]} for n, p in inspect.signature(function).parameters.items()}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def description(function) -> str:
    return inspect.getdoc(function).splitlines()[0]
