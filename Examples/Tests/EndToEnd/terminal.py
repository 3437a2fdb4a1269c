"""A pseudo-terminal in Python: draws what a program writes, and types keys."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unicodedata

import pytest
from programs import PATIENCE

USUAL_MODES = {"7", "25"}  # lines wrap, and there is a cursor
PART = re.compile(rb"\x1b\[([?<>=]?)([0-9;]*)([A-Za-z])|\x1b\]([^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b(.)", re.DOTALL)


class Screen:
    """The content and the modes of a terminal, from the bytes that it receives."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.modes = set(USUAL_MODES)
        self.style, self.rest, self.overflow = "", b"", False
        self.clear()

    def clear(self):
        self.cells = [[] for _ in range(self.rows)]
        self.row = self.column = 0

    def feed(self, data):
        data, self.rest = self.rest + data, b""
        while data:
            if data[:1] == b"\x1b":
                match = PART.match(data)
                if not match:
                    self.rest = data
                    return
                self.obey(match)
                data = data[match.end():]
                continue
            end = data.find(b"\x1b")
            text, data = (data, b"") if end < 0 else (data[:end], data[end:])
            try:
                self.put(text.decode())
            except UnicodeDecodeError as error:
                self.put(text[:error.start].decode())
                self.rest = text[error.start:]

    def put(self, text):
        for character in text:
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.row = min(self.row + 1, self.rows - 1)
            elif character >= " ":
                width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
                if self.column + width > self.columns:
                    self.overflow = True
                line = self.cells[self.row]
                line.extend([(" ", "")] * (self.column - len(line)))
                line[self.column:self.column + width] = [(character, self.style)] * width
                self.column += width

    def obey(self, match):
        kind, numbers, command = match[1], (match[2] or b"").decode(), (match[3] or b"").decode()
        if kind == b"?" and command in "hl" and command:
            for number in set(numbers.split(";")) - {"2004"}:  # how a shell takes what is pasted
                (self.modes.add if command == "h" else self.modes.discard)(number)
            if numbers == "1049":
                self.clear()
        elif command == "H":
            places = [int(number or 1) for number in numbers.split(";")] if numbers else [1, 1]
            self.row, self.column = min(places[0], self.rows) - 1, places[-1] - 1
        elif command in ("K", "J"):
            del self.cells[self.row][self.column:]
            if command == "J":
                for row in range(self.row + 1, self.rows):
                    self.cells[row] = []
        elif command == "m":
            self.style = "" if numbers in ("", "0") else self.style + ";" + numbers

    @property
    def lines(self):
        return ["".join(character for character, _ in line).rstrip() for line in self.cells]

    def __str__(self):
        return "\n".join(self.lines)


class Terminal:
    """A program in a pseudo-terminal and a session of its own."""

    def __init__(self, *arguments, background=None, columns=80, rows=24, **environment):
        self.background, self.output, self.screen = background, b"", Screen(columns, rows)
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.settings = termios.tcgetattr(self.slave)
        # A backtrace of a crash would take a minute.
        everything = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", SWIFT_BACKTRACE="enable=no")
        for name in ("COLORTERM", "COLORFGBG", "NO_COLOR", "LINES", "COLUMNS"):
            everything.pop(name, None)
        self.process = subprocess.Popen(
            [str(argument) for argument in arguments], stdin=self.slave, stdout=self.slave, stderr=self.slave,
            env=dict(everything, **environment), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def resize(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.master, text.encode())

    def read(self, seconds):
        """Reads output or waits for it, and answers as a terminal does."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        data = os.read(self.master, 65536)
        asked = self.output.count(b"\x1b]11;?")
        self.output += data
        if self.background and self.output.count(b"\x1b]11;?") > asked:
            self.type(f"\x1b]11;rgb:{self.background}\x1b\\\x1b[?62;22c")
        self.screen.feed(data)
        return True

    def until(self, what, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if not self.read(0.05) and (time.monotonic() > deadline or self.process.poll() is not None):
                # Read the output before the end first.
                while self.read(0):
                    pass
                if condition():
                    return
                pytest.fail(f"{what}; it ended with {self.process.poll()}.\n{self.screen}\n{self.output[-400:]!r}")

    def shows(self, text):
        self.until(f"“{text}” is not shown", lambda: text in str(self.screen))

    def ends(self, status):
        """Waits for the end of the program and checks that the terminal is restored."""
        self.until("It does not end", lambda: self.process.poll() is not None)
        while self.read(0):
            pass
        assert self.process.returncode == status, f"It ended with {self.process.returncode}, not {status}."
        self.is_restored()
        assert termios.tcgetattr(self.slave) == self.settings, "The settings of the keyboard are not restored."

    def is_restored(self):
        modes = self.screen.modes
        assert modes == USUAL_MODES, f"Modes of the terminal are not restored: {modes ^ USUAL_MODES}."

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for descriptor in (self.master, self.slave):
            try:
                os.close(descriptor)
            except OSError:
                pass
