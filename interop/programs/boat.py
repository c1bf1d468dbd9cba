"""The structured answer of a scenario, as the class that frameworks ask for."""

from pydantic import BaseModel


class Boat(BaseModel):
    name: str
    built: int
    rig: str
