#!/usr/bin/env python3
"""Standups and Newsroom in a real pseudo-terminal: what they draw, what they understand, and how they leave it behind.

“swift build --package-path Examples” has been run. Everything is waited for by what the programs write.
"""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

PATIENCE = 20.0
USUAL_MODES = {"7", "25"}  # lines wrap, and there is a cursor
PART = re.compile(rb"\x1b\[([?<>=]?)([0-9;]*)([A-Za-z])|\x1b\]([^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b(.)", re.DOTALL)


class Failure(Exception):
    pass


class Screen:
    """What a terminal shows of what it gets, and which modes it is in."""

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
    """A program in a pseudo-terminal of its own, in a session whose terminal that is."""

    def __init__(self, *arguments, background=None, columns=80, rows=24, **environment):
        self.background, self.output, self.screen = background, b"", Screen(columns, rows)
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.settings = termios.tcgetattr(self.slave)
        # Looking for the place of a crash would take a minute, and is not what is looked at here.
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
        """Reads what is there, or waits for something; answers what a terminal answers."""
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
                # What was written before the end is read before it is judged.
                while self.read(0):
                    pass
                if condition():
                    return
                raise Failure(f"{what}; it ended with {self.process.poll()}.\n{self.screen}\n{self.output[-400:]!r}")

    def shows(self, text):
        self.until(f"“{text}” is not shown", lambda: text in str(self.screen))

    def ends(self, status):
        """Waits for the end of the program, and looks at what it leaves behind."""
        self.until("It does not end", lambda: self.process.poll() is not None)
        while self.read(0):
            pass
        expect(self.process.returncode == status, f"It ended with {self.process.returncode}, not {status}.")
        self.is_restored()
        expect(termios.tcgetattr(self.slave) == self.settings, "Keys are not taken as before.")

    def is_restored(self):
        modes = self.screen.modes
        expect(modes == USUAL_MODES, f"Modes of the terminal are other than before: {modes ^ USUAL_MODES}.")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for descriptor in (self.master, self.slave):
            try:
                os.close(descriptor)
            except OSError:
                pass


def expect(condition, problem):
    if not condition:
        raise Failure(problem)


class Checks:
    def __init__(self, binaries, folder):
        self.file = folder / "standups.json"
        self.standups = [binaries / "standups", "--file", self.file]
        self.newsroom = [binaries / "newsroom", "--journal", "none"]
        lines = "".join(f"add\ntitle {title}\nattendee Ada\nsave\n" for title in ("Search", "Export"))
        subprocess.run([*self.standups, "--script"], input=lines, text=True, check=True, stdout=subprocess.DEVNULL)
        self.open = []

    def start(self, *arguments, **options):
        terminal = Terminal(*arguments, **options)
        self.open.append(terminal)
        return terminal

    def list(self, *arguments, **options):
        terminal = self.start(*self.standups, *arguments, **options)
        terminal.shows(" > 1. Search")
        return terminal

    def the_terminal_is_restored_after_q(self):
        for program, text in ((self.standups, "1. Search"), (self.newsroom, "Newsroom")):
            terminal = self.start(*program)
            terminal.shows(text)
            modes = {"25", "1049", "1000", "1006"}
            expect(terminal.screen.modes == modes - {"25"}, f"It draws in the modes {terminal.screen.modes}.")
            expect(not termios.tcgetattr(terminal.slave)[3] & (termios.ICANON | termios.ECHO), "Keys wait for a line.")
            terminal.type("q")
            terminal.ends(0)

    def the_terminal_is_restored_after_SIGTERM(self):
        terminal = self.list()
        terminal.process.send_signal(signal.SIGTERM)
        terminal.ends(128 + signal.SIGTERM)

    def the_terminal_is_restored_after_a_crash(self):
        for number in (signal.SIGSEGV, signal.SIGILL, signal.SIGABRT):
            terminal = self.list()
            terminal.process.send_signal(number)
            terminal.ends(-number)

    def a_program_ends_when_its_terminal_is_gone(self):
        terminal = self.list()
        os.close(terminal.slave)
        os.close(terminal.master)
        try:
            terminal.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure("It does not end.") from None
        # The end of the keys and the signal come at once, and either ends it.
        status = terminal.process.returncode
        expect(status in (0, 128 + signal.SIGHUP), f"It ended with {status}.")

    def control_Z_gives_the_terminal_to_the_shell_and_fg_draws_again(self):
        terminal = self.start("bash", "--norc", "--noprofile", "-i", PS1="shell> ")
        prompts = lambda count: terminal.until("The shell does not ask", lambda: terminal.output.count(b"shell> ") == count)
        prompts(1)
        terminal.type(" ".join(f"'{argument}'" for argument in self.standups) + "\n")
        terminal.shows(" > 1. Search")
        terminal.type("\x1a")
        terminal.until("It is not stopped", lambda: b"Stopped" in terminal.output)
        prompts(2)
        terminal.is_restored()
        terminal.type("fg\n")
        terminal.shows(" > 1. Search")
        expect("1049" in terminal.screen.modes, "It draws over what the shell shows.")
        terminal.type("j")
        terminal.shows(" > 2. Export")
        terminal.type("q")
        prompts(3)
        terminal.type("echo status=$?\n")
        terminal.until("It does not end well", lambda: b"status=0" in terminal.output)
        terminal.type("exit\n")
        terminal.until("The shell does not end", lambda: terminal.process.poll() is not None)
        terminal.is_restored()

    def a_program_that_was_stopped_from_outside_draws_again(self):
        terminal = self.list()
        os.kill(terminal.process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED | os.WNOWAIT)
        terminal.screen.clear()
        terminal.process.send_signal(signal.SIGCONT)
        terminal.shows(" > 1. Search")
        terminal.type("q")
        terminal.ends(0)

    def what_the_terminal_answers_decides_the_colours(self):
        looks = {}
        for background, color in (("light", "ffff/ffff/ffff"), ("dark", "0000/0000/0000")):
            for arguments in (["--background", background], []):
                terminal = self.list(*arguments, background=color)
                terminal.shows("quit")
                expect((b"\x1b]11;?" in terminal.output) == (not arguments), "It asks what it was told.")
                looks[background, len(arguments)] = terminal.screen.cells
                terminal.type("q")
                terminal.ends(0)
            expect(looks[background, 0] == looks[background, 2], f"The answer “{background}” is not followed.")
        expect(looks["light", 0] != looks["dark", 0], "Light and dark backgrounds look the same.")

    def a_click_selects_and_a_second_one_opens(self):
        terminal = self.list()
        for text in (" > 2. Export", " Export\n"):
            terminal.type("\x1b[<0;10;3M\x1b[<0;10;3m")
            terminal.shows(text)
        terminal.type("q")
        terminal.ends(0)

    def twenty_columns_are_enough(self):
        terminal = self.list()
        terminal.screen = Screen(20, 8)
        terminal.resize(20, 8)
        terminal.shows(" > 1. Search")
        terminal.shows("q quit")
        terminal.type("\r")
        terminal.shows("Begin a meeting")
        expect(not terminal.screen.overflow, f"A line is too long:\n{terminal.screen}")
        terminal.screen.modes = {"1049", "1000", "1006"}
        terminal.type("q")
        terminal.ends(0)

    def a_dumb_terminal_gets_lines(self):
        terminal = self.start(*self.standups, TERM="dumb")
        terminal.shows("== Standups")
        terminal.type("fly\nopen 2\nquit\n")
        # A person has read that there is no command “fly”.
        terminal.ends(0)
        expect(b"== Export" in terminal.output and b"\x1b" not in terminal.output, f"{terminal.output!r}")


def main():
    os.chdir(pathlib.Path(__file__).parent.parent)
    show = ["swift", "build", "--package-path", "Examples", "--show-bin-path"]
    binaries = pathlib.Path(subprocess.run(show, check=True, capture_output=True, text=True).stdout.strip())
    if not (binaries / "standups").exists():
        sys.exit("Build the examples first: swift build --package-path Examples")
    names = [name for name in vars(Checks) if "_" in name.strip("_")]
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(binaries, pathlib.Path(folder))
        for name in names:
            try:
                getattr(checks, name)()
            except Failure as failure:
                sys.exit(f"{name.replace('_', ' ')}: {failure}")
            finally:
                for terminal in checks.open:
                    terminal.close()
                checks.open.clear()
    print(f"Terminals: {len(names)} things hold in a pseudo-terminal.")


main()
