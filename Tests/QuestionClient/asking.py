# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""The real client of the Model Context Protocol, and the programs that it asks."""

import json
import os
import pathlib
import subprocess
import time

from line_program import LineProgram
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

__all__ = ["Asking", "Program", "binaries", "examples"]

binaries = pathlib.Path(os.environ["BINARIES"])
examples = pathlib.Path(os.environ.get("EXAMPLES", ""))


class Program(LineProgram):
    """A program that is asked."""

    patience = float(os.environ.get("PATIENCE", "120"))

    def __init__(self, *command):
        super().__init__(*command, stderr=subprocess.STDOUT)

    def end(self):
        super().end(10)


class Asking:
    """A client that has started `tributary-mcp` with sources; it counts its calls and the bytes of their answers."""

    def __init__(self, *sources, mode="auto"):
        parameters = StdioServerParameters(command=str(binaries / "tributary-mcp"), args=[str(one) for one in sources])
        self.client = Client(stdio_client(parameters), mode=mode)
        self.calls = 0
        self.bytes = 0
        self.longest = 0
        self.last = 0.0
        self.seconds = {}

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *error):
        return await self.client.__aexit__(*error)

    async def text(self, tool, **arguments):
        """What a tool says, and whether it is an error."""
        began = time.perf_counter()
        result = await self.client.call_tool(tool, arguments)
        took = time.perf_counter() - began
        self.last = took
        self.seconds[tool] = min(took, self.seconds.get(tool, took))
        text = "".join(part.text for part in result.content)
        self.calls += 1
        self.bytes += len(text.encode())
        self.longest = max(self.longest, len(text.encode()))
        return text, bool(result.is_error)

    async def ask(self, tool, **arguments):
        """What a tool answers, as an object."""
        text, is_error = await self.text(tool, **arguments)
        if is_error:
            raise AssertionError(f"{tool} {arguments}: {text}")
        return text if tool == "test" else json.loads(text)

    async def refusal(self, tool, **arguments):
        """Why a tool does not answer."""
        text, is_error = await self.text(tool, **arguments)
        if not is_error:
            raise AssertionError(f"{tool} {arguments} was answered: {text}")
        return text
