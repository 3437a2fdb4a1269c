#!/usr/bin/env python3
"""A page that follows a store as the inspector's does: follow.py PROGRAM [ARGUMENT…].

It starts the program, opens the address that it prints, tells it to begin, and asks for a picture at each event: the newest
rows, the newest action, what it changed, and the state. It prints what the program measured, and how many pictures it got.
"""

import itertools
import json
import subprocess
import sys

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
page, _, query = program.stdout.readline().split()[-1].partition("/?")
numbers, waiting, pictures = itertools.count(1), 0, 0
with connect(f"ws{page.removeprefix('http')}/socket?{query}", origin=page, compression=None, proxy=None) as socket:
    def ask(name, values, **store):
        socket.send(json.dumps({"id": next(numbers), **store, "question": {name: values}}))

    ask("hello", {"version": 2})
    socket.recv()
    program.stdin.write("begin\n")
    try:
        while True:
            message = json.loads(socket.recv())
            stores = message["event"].get("changed", {}).get("stores") if "event" in message else None
            if stores:
                number, waiting = stores[0]["last"], 4
                ask("rows", {"from": max(0, stores[0]["count"] - 40), "count": 40}, store="s1")
                ask("action", {"number": number}, store="s1")
                ask("difference", {"number": number, "limit": 300}, store="s1")
                ask("value", {"number": number, "depth": 1}, store="s1")
                continue
            if "event" not in message:
                waiting -= 1
                pictures += waiting == 0
            if "event" in message or waiting == 0:
                socket.send(json.dumps({"question": {"seen": {}}}))
    except ConnectionClosed:
        pass
print(program.stdout.read().strip())
print("pictures", pictures)
