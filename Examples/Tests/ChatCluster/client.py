# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""A client of the chat over the real protocol, small enough that one process has hundreds."""

import asyncio
import base64
import json
import os
import random


class Lost(Exception):
    """The connection is closed; messages without an echo are sent again on the next one."""


class Socket:
    """A WebSocket (RFC 6455) without extensions."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError as error:
            raise Lost(str(error)) from error
        socket = cls(reader, writer)
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            writer.write((
                f"GET /chat HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode())
            head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, asyncio.IncompleteReadError) as error:
            socket.close()
            raise Lost(str(error)) from error
        if not head.startswith(b"HTTP/1.1 101 "):
            socket.close()
            raise Lost(head.decode(errors="replace"))
        return socket

    def close(self):
        self.writer.close()

    def write(self, code, contents):
        mask = os.urandom(4)
        size = len(contents)
        head = bytes([0x80 | code])
        head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(contents))
        self.writer.write(head + mask + masked)

    def send(self, frame):
        self.write(1, json.dumps(frame).encode())

    async def receive(self):
        """The next frame of the chat."""
        try:
            while True:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7F
                if size >= 126:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
                contents = await self.reader.readexactly(size)
                code = first & 0x0F
                if code == 9:
                    self.write(10, contents)
                elif code == 8:
                    raise Lost(f"{int.from_bytes(contents[:2], 'big')} {contents[2:].decode(errors='replace')}")
                elif code == 1:
                    return json.loads(contents)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Lost(str(error)) from error


class Client:
    """A client in one room: it sends each message after the echo of the one before, and reconnects whenever it is disconnected."""

    def __init__(self, name, room, ports, progress):
        self.name, self.room, self.ports, self.progress = name, room, ports, progress
        self.token = None
        self.pending = None
        self.has_heard = asyncio.Event()
        self.newest = 0
        self.is_asking = False
        # The messages of the room, by number: the author, the id, and the text.
        self.messages = {}
        # The echoes of its own messages: the id, the number, and the text.
        self.echoes = []
        self.ends = []
        self.place = random.randrange(len(ports))

    @property
    def last(self):
        return len(self.messages)

    async def run(self):
        """Sends messages until all clients stop, and it has received all messages of the room."""
        tasks = [asyncio.create_task(self.keep_talking()), asyncio.create_task(self.hear_everything())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()

    async def hear_everything(self):
        expected = await self.progress.all_said_in(self.room)
        while self.last < expected:
            self.has_heard.clear()
            await self.has_heard.wait()

    async def keep_talking(self):
        while True:
            self.place = (self.place + 1) % len(self.ports)
            try:
                await self.talk()
            except Lost as end:
                # 4000 and higher: the server refuses this client.
                assert not str(end).startswith("4"), f"{self.name} is sent away: {end}"
                self.ends.append(str(end))
                await asyncio.sleep(random.uniform(0.02, 0.2))

    async def talk(self):
        socket = await Socket.open(self.ports[self.place])
        try:
            if self.token:
                socket.send({"type": "resume", "token": self.token})
            else:
                socket.send({"type": "guest", "name": self.name})
            while True:
                self.take(await socket.receive(), socket)
        finally:
            socket.close()

    def take(self, frame, socket):
        kind = frame["type"]
        if kind == "signedIn":
            self.token = frame["token"]
            self.is_asking = True
            socket.send({"type": "join", "room": self.room, "after": self.last})
        elif kind == "joined":
            if self.pending:
                self.say(socket)
            else:
                self.say_next(socket)
        elif kind == "messages":
            for message in frame["messages"]:
                self.hear(message, socket)
            self.is_asking = False
            self.newest = max(self.newest, frame["last"])
            self.ask(socket)
        elif kind == "message":
            self.hear(frame["message"], socket)
        elif kind == "refused":
            raise AssertionError(f"{self.name} is refused: {frame}")

    def hear(self, message, socket):
        number = message["number"]
        heard = (message["author"], message["id"], message["text"])
        if self.messages.get(number, heard) != heard:
            raise AssertionError(f"{self.name} hears {heard} as number {number} after {self.messages[number]}")
        if number == self.last + 1:
            self.messages[number] = heard
            self.has_heard.set()
        elif number > self.last:
            # It is requested, with the missing ones before it; its echo counts then.
            self.newest = max(self.newest, number)
            return self.ask(socket)
        if self.pending and message["id"] == self.pending[0]:
            self.echoes.append((self.pending[0], number, self.pending[1]))
            self.pending = None
            self.progress.acknowledge()
            self.say_next(socket)

    def ask(self, socket):
        if self.last < self.newest and not self.is_asking:
            self.is_asking = True
            socket.send({"type": "history", "room": self.room, "after": self.last})

    def say_next(self, socket):
        if self.progress.is_talking:
            self.pending = (os.urandom(16).hex(), f"{self.name} says {len(self.echoes) + 1}")
            self.say(socket)

    def say(self, socket):
        socket.send({"type": "say", "room": self.room, "id": self.pending[0], "text": self.pending[1]})
