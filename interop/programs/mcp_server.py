"""The scenario's tools behind the Model Context Protocol: a server on standard input and output, started by an agent's program."""

import os
import sys

try:
    from mcp.server import MCPServer
except ImportError:  # mcp 1
    from mcp.server.fastmcp import FastMCP as MCPServer

from . import instrument, run

COMMAND = {"command": sys.executable, "args": ["-m", "programs.mcp_server"], "env": dict(os.environ)}


def serve() -> None:
    own = [part for part in run.INSTRUMENT.split("+") if part.endswith("-mcp")]
    finish = instrument.start("+".join(own) or "mcp", run.SCENARIO)
    server = MCPServer("harbour")
    for function in run.TOOLS:
        server.add_tool(function)
    server.run()
    finish()


if __name__ == "__main__":
    serve()
