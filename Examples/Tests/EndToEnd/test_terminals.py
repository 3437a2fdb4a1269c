"""Standups and Newsroom in a pseudo-terminal: drawing, keys, and the state of the terminal afterwards."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pyte
import pytest
import wcwidth
from conftest import BINARIES, run
from programs import PATIENCE

USUAL_MODES = {7, 25}  # lines wrap, and there is a cursor
DRAWING_MODES = {1049, 1000, 1006}


class Screen(pyte.Screen):
    """The content and the modes of a terminal. The other buffer begins empty, and so does this one after it."""

    def __init__(self, columns, rows):
        self.has_overflow = False
        super().__init__(columns, rows)

    def draw(self, text):
        self.has_overflow |= self.cursor.x + wcwidth.wcswidth(text) > self.columns
        super().draw(text)

    def set_mode(self, *modes, **options):
        super().set_mode(*modes, **options)
        self.clear(modes)

    def reset_mode(self, *modes, **options):
        super().reset_mode(*modes, **options)
        self.clear(modes)

    def clear(self, modes=(1049,)):
        if 1049 in modes:
            self.erase_in_display(2)
            self.cursor_position()

    @property
    def modes(self):
        return {mode >> 5 for mode in self.mode} - {0, 2004}  # how lines end, and how a shell takes what is pasted

    def look(self):
        return [[self.buffer[row][column] for column in range(self.columns)] for row in range(self.lines)]

    def __str__(self):
        return "\n".join(line.rstrip() for line in self.display)


class Terminal:
    """A program in a pseudo-terminal and a session of its own."""

    def __init__(self, *arguments, background=None, columns=80, rows=24, **environment):
        self.background, self.output, self.screen = background, b"", Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
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
        self.stream.feed(data)
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


@pytest.fixture
def open_terminal():
    """Starts programs in pseudo-terminals, and closes them at the end of the test."""
    terminals = []

    def open_terminal(*arguments, **options):
        terminals.append(Terminal(*arguments, **options))
        return terminals[-1]

    yield open_terminal
    for terminal in terminals:
        terminal.close()


@pytest.fixture(scope="module")
def standups(tmp_path_factory):
    file = tmp_path_factory.mktemp("standups") / "standups.json"
    lines = "".join(f"add\ntitle {title}\nattendee Ada\nsave\n" for title in ("Search", "Export"))
    run("standups", "--file", file, "--script", lines=lines)
    return [BINARIES / "standups", "--file", file]


@pytest.fixture
def show_list(standups, open_terminal):
    def show_list(*arguments, **options):
        terminal = open_terminal(*standups, *arguments, **options)
        terminal.shows(" > 1. Search")
        return terminal

    return show_list


def test_terminal_is_restored_after_q(standups, open_terminal):
    for program, text in ((standups, "1. Search"), ([BINARIES / "newsroom", "--journal", "none"], "Newsroom")):
        terminal = open_terminal(*program)
        terminal.shows(text)
        assert terminal.screen.modes == DRAWING_MODES
        assert not termios.tcgetattr(terminal.slave)[3] & (termios.ICANON | termios.ECHO), "Keys wait for a line."
        terminal.type("q")
        terminal.ends(0)


def test_terminal_is_restored_after_sigterm(show_list):
    terminal = show_list()
    terminal.process.send_signal(signal.SIGTERM)
    terminal.ends(128 + signal.SIGTERM)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGILL, signal.SIGABRT])
def test_terminal_is_restored_after_a_crash(show_list, number):
    terminal = show_list()
    terminal.process.send_signal(number)
    terminal.ends(-number)


def test_program_ends_when_its_terminal_is_gone(show_list):
    terminal = show_list()
    os.close(terminal.slave)
    os.close(terminal.master)
    terminal.process.wait(PATIENCE)
    # The end of the keys and the signal come at once, and either ends the program.
    assert terminal.process.returncode in (0, 128 + signal.SIGHUP)


def test_control_z_gives_the_terminal_to_the_shell_and_fg_draws_again(standups, open_terminal):
    terminal = open_terminal("bash", "--norc", "--noprofile", "-i", PS1="shell> ")

    def prompts(count):
        terminal.until("The shell does not ask", lambda: terminal.output.count(b"shell> ") == count)

    prompts(1)
    terminal.type(" ".join(f"'{argument}'" for argument in standups) + "\n")
    terminal.shows(" > 1. Search")
    terminal.type("\x1a")
    terminal.until("It is not stopped", lambda: b"Stopped" in terminal.output)
    prompts(2)
    terminal.is_restored()
    terminal.type("fg\n")
    terminal.shows(" > 1. Search")
    assert 1049 in terminal.screen.modes, "It draws over the output of the shell."
    terminal.type("j")
    terminal.shows(" > 2. Export")
    terminal.type("q")
    prompts(3)
    terminal.type("echo status=$?\n")
    terminal.until("It does not end well", lambda: b"status=0" in terminal.output)
    terminal.type("exit\n")
    terminal.until("The shell does not end", lambda: terminal.process.poll() is not None)
    terminal.is_restored()


def test_program_that_was_stopped_from_outside_draws_again(show_list):
    terminal = show_list()
    os.kill(terminal.process.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED | os.WNOWAIT)
    terminal.screen.clear()
    terminal.process.send_signal(signal.SIGCONT)
    terminal.shows(" > 1. Search")
    terminal.type("q")
    terminal.ends(0)


def test_colors_follow_the_answer_of_the_terminal(show_list):
    looks = {}
    for background, color in (("light", "ffff/ffff/ffff"), ("dark", "0000/0000/0000")):
        for arguments in (["--background", background], []):
            terminal = show_list(*arguments, background=color)
            terminal.shows("quit")
            assert (b"\x1b]11;?" in terminal.output) == (not arguments), "It asks although it was given the answer."
            looks[background, len(arguments)] = terminal.screen.look()
            terminal.type("q")
            terminal.ends(0)
        assert looks[background, 0] == looks[background, 2], f"The answer “{background}” is not followed."
    assert looks["light", 0] != looks["dark", 0], "Light and dark backgrounds look the same."


def test_click_selects_and_a_second_one_opens(show_list):
    terminal = show_list()
    for text in (" > 2. Export", " Export\n"):
        terminal.type("\x1b[<0;10;3M\x1b[<0;10;3m")
        terminal.shows(text)
    terminal.type("q")
    terminal.ends(0)


def test_twenty_columns_are_enough(show_list):
    terminal = show_list()
    terminal.screen.resize(8, 20)
    terminal.screen.clear()
    terminal.resize(20, 8)
    terminal.shows(" > 1. Search")
    terminal.shows("q quit")
    terminal.type("\r")
    terminal.shows("Begin a meeting")
    assert not terminal.screen.has_overflow, f"A line is too long:\n{terminal.screen}"
    terminal.type("q")
    terminal.ends(0)


def test_dumb_terminal_gets_lines(standups, open_terminal):
    terminal = open_terminal(*standups, TERM="dumb")
    terminal.shows("== Standups")
    terminal.type("fly\nopen 2\nquit\n")
    terminal.ends(0)  # in a terminal, an unknown command does not count as a failure
    assert b"== Export" in terminal.output and b"\x1b" not in terminal.output
