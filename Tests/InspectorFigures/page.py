#!/usr/bin/env python3
"""A page that follows a store as the inspector's does: page.py PROGRAM [ARGUMENT…].

It starts the program, opens the address that it prints, tells it to begin, and asks for a picture at each event: the newest
rows, the newest action, what it changed, and the state. It prints what the program measured, and how many pictures it got.
"""

import asyncio
import itertools
import pathlib
import subprocess
import sys
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "InspectorPage"))

from programs import Lost, Socket  # noqa: E402


async def follow(program):
    """Draws until the program ends; returns how many pictures there were."""
    url = urllib.parse.urlparse(program.stdout.readline().split()[-1])
    socket, numbers = await Socket.open(url.port, f"/socket?{url.query}"), itertools.count(1)

    def ask(name, values, **store):
        socket.send({"id": next(numbers), **store, "question": {name: values}})

    ask("hello", {"version": 2})
    await socket.receive()
    program.stdin.write("begin\n")
    waiting, pictures = 0, 0
    try:
        while True:
            message = await socket.receive()
            if "event" not in message:
                waiting -= 1
                if waiting == 0:
                    pictures += 1
                    socket.send({"question": {"seen": {}}})
                continue
            stores = message["event"].get("changed", {}).get("stores")
            if not stores:
                socket.send({"question": {"seen": {}}})
                continue
            number, waiting = stores[0]["last"], 4
            ask("rows", {"from": max(0, stores[0]["count"] - 40), "count": 40}, store="s1")
            ask("action", {"number": number}, store="s1")
            ask("difference", {"number": number, "limit": 300}, store="s1")
            ask("value", {"number": number, "depth": 1}, store="s1")
    except Lost:
        return pictures


program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
pictures = asyncio.run(follow(program))
print(program.stdout.read().strip())
print("pictures", pictures)
