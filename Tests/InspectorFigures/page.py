#!/usr/bin/env python3
# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""A page that follows a store as the inspector's does: page.py PROGRAM [ARGUMENT…].

It starts the program, opens the address that it prints, tells it to begin, and asks for a picture at each event: the newest
rows, the newest action, what it changed, and the state. It prints what the program measured, and how many pictures it got.
"""

import base64
import itertools
import json
import os
import socket
import subprocess
import sys
import urllib.parse


class Page:
    def __init__(self, address):
        url = urllib.parse.urlparse(address)
        self.stream = socket.create_connection((url.hostname, url.port))
        self.file = self.stream.makefile("rb")
        self.numbers = itertools.count(1)
        lines = [
            f"GET /socket?{url.query} HTTP/1.1", f"Host: {url.netloc}", f"Origin: http://{url.netloc}", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "", "",
        ]
        self.stream.sendall("\r\n".join(lines).encode())
        status = self.file.readline()
        if b" 101 " not in status:
            sys.exit(f"The server answered {status}.")
        while self.file.readline().strip():
            pass

    def say(self, message):
        payload = json.dumps(message).encode()
        size = len(payload)
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
        # A mask of zeros changes nothing.
        self.stream.sendall(head + bytes(4) + payload)

    def hear(self):
        """The next message; `None` when the program is gone."""
        text = b""
        while True:
            head = self.file.read(2)
            if len(head) < 2 or head[0] & 0x0F == 8:
                return None
            longer = {126: 2, 127: 8}.get(head[1] & 0x7F, 0)
            size = int.from_bytes(self.file.read(longer), "big") if longer else head[1] & 0x7F
            text += self.file.read(size)
            if head[0] & 0x80:
                return json.loads(text)

    def ask(self, name, **values):
        store = {"store": values.pop("store")} if "store" in values else {}
        self.say({"id": next(self.numbers), **store, "question": {name: values}})

    def follow(self):
        """Draws until the program ends; returns how many pictures there were."""
        waiting, pictures = 0, 0
        while (message := self.hear()) is not None:
            if "event" not in message:
                waiting -= 1
                if waiting == 0:
                    pictures += 1
                    self.say({"question": {"seen": {}}})
                continue
            stores = message["event"].get("changed", {}).get("stores")
            if not stores:
                self.say({"question": {"seen": {}}})
                continue
            store = stores[0]
            number, count = store["last"], store["count"]
            waiting = 4
            self.ask("rows", store="s1", **{"from": max(0, count - 40)}, count=40)
            self.ask("action", store="s1", number=number)
            self.ask("difference", store="s1", number=number, limit=300)
            self.ask("value", store="s1", number=number, depth=1)
        return pictures


program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
page = Page(program.stdout.readline().split()[-1])
page.ask("hello", version=2)
page.hear()
program.stdin.write("begin\n")
try:
    pictures = page.follow()
except ConnectionError:
    pictures = 0
print(program.stdout.read().strip())
print("pictures", pictures)
