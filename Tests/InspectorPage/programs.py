"""Programs that take commands and print lines, and a WebSocket to them, for the tests of pages, of questions, and of the examples."""

import asyncio
import base64
import json
import os
import pathlib
import re
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Seconds. It ends a test that would never end; nothing is decided by how long something takes.
PATIENCE = float(os.environ.get("PATIENCE", "120"))


class Program:
    """A running program that takes commands, one a line. Its output and errors are collected."""

    def __init__(self, program, *arguments):
        self.name, self.lines, self.place = pathlib.Path(program).name, [], 0
        self.arrived, self.has_ended = threading.Condition(), False
        self.process = subprocess.Popen(
            [program, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            with self.arrived:
                self.lines.append(line.rstrip("\n"))
                self.arrived.notify_all()
        with self.arrived:
            self.has_ended = True
            self.arrived.notify_all()

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, condition, problem):
        """Waits until something holds for the lines, and returns it."""
        with self.arrived:
            found = self.arrived.wait_for(lambda: condition(self.lines) or self.has_ended, PATIENCE) and condition(self.lines)
            assert found, f"{problem}\n{self}"
            return found

    def prints(self, text):
        """Waits for a line that contains a text."""
        self.until(lambda lines: any(text in line for line in lines), f"{self.name} does not print: {text}")

    def prints_line(self, text):
        self.until(lambda lines: text in lines, f"{self.name} does not print the line: {text}")

    def finds(self, pattern):
        """Waits for a match of a pattern in a line, and returns it."""
        return self.until(lambda lines: next(filter(None, (re.search(pattern, line) for line in lines)), None),
                          f"{self.name} does not print: {pattern}")

    def next(self, beginning):
        """Waits for the next line that begins with a text, and returns the rest of it."""
        self.place = self.until(
            lambda lines: next((number for number, line in enumerate(lines, 1) if number > self.place and line.startswith(beginning)), 0),
            f"{self.name} does not print another line that begins with: {beginning}")
        return self.lines[self.place - 1][len(beginning):].strip()

    def ends(self, status=0):
        """Waits for the end of the program."""
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.reader.join()
        assert self.process.returncode == status, f"{self.name} ended with {self.process.returncode}, not {status}.\n{self}"

    def stop(self, status=0):
        """Asks the program to end."""
        self.process.terminate()
        self.ends(status)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def __str__(self):
        return "\n".join([f"--- {self.name}", *self.lines])


class Lost(Exception):
    """The connection is closed."""


class Socket:
    """A WebSocket (RFC 6455) without extensions, for messages in JSON."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port, path):
        try:
            socket = cls(*await asyncio.open_connection("127.0.0.1", port))
        except OSError as error:
            raise Lost(str(error)) from error
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            socket.writer.write((
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode())
            head = await socket.reader.readuntil(b"\r\n\r\n")
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
        head = bytes([0x80 | code, 0x80 | size]) if size < 126 else bytes([0x80 | code, 0xFE]) + size.to_bytes(2, "big")
        self.writer.write(head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(contents)))

    def send(self, message):
        self.write(1, json.dumps(message).encode())

    async def receive(self):
        message = b""
        try:
            while True:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7F
                if size >= 126:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
                contents, code = await self.reader.readexactly(size), first & 0x0F
                if code == 9:
                    self.write(10, contents)
                elif code == 8:
                    raise Lost(f"{int.from_bytes(contents[:2], 'big')} {contents[2:].decode(errors='replace')}")
                elif code < 2:
                    message += contents
                    if first & 0x80:
                        return json.loads(message)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Lost(str(error)) from error
