"""Standups and Newsroom in a pseudo-terminal: drawing, keys, and the state of the terminal afterwards."""

import os
import signal
import termios

import pytest
from programs import BINARIES, PATIENCE, run
from terminal import Screen


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
        assert terminal.screen.modes == {"1049", "1000", "1006"}
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
    assert "1049" in terminal.screen.modes, "It draws over the output of the shell."
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
            looks[background, len(arguments)] = terminal.screen.cells
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
    terminal.screen = Screen(20, 8)
    terminal.resize(20, 8)
    terminal.shows(" > 1. Search")
    terminal.shows("q quit")
    terminal.type("\r")
    terminal.shows("Begin a meeting")
    assert not terminal.screen.overflow, f"A line is too long:\n{terminal.screen}"
    terminal.screen.modes = {"1049", "1000", "1006"}
    terminal.type("q")
    terminal.ends(0)


def test_dumb_terminal_gets_lines(standups, open_terminal):
    terminal = open_terminal(*standups, TERM="dumb")
    terminal.shows("== Standups")
    terminal.type("fly\nopen 2\nquit\n")
    terminal.ends(0)  # in a terminal, an unknown command does not count as a failure
    assert b"== Export" in terminal.output and b"\x1b" not in terminal.output
