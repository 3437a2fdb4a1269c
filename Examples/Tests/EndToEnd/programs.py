"""Runs the programs of the examples: scripts of commands, servers, and clients that talk to them."""

import os
import pathlib
import re
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Ends a test that would never end; nothing is decided by how long something takes.
PATIENCE = float(os.environ.get("PATIENCE", "60"))


def find_binaries():
    if "EXAMPLES_BINARIES" in os.environ:
        return pathlib.Path(os.environ["EXAMPLES_BINARIES"])
    show = ["swift", "build", "--package-path", ROOT / "Examples", "--show-bin-path"]
    return pathlib.Path(subprocess.run(show, check=True, capture_output=True, text=True).stdout.strip())


BINARIES = find_binaries()


def run(name, *arguments, lines="", status=0, errors=subprocess.DEVNULL):
    """Runs a program with commands as its input and returns its output. A script with a failing step has the status 1."""
    done = subprocess.run(
        [BINARIES / name, *map(str, arguments)], input=lines, stdout=subprocess.PIPE, stderr=errors, text=True, timeout=PATIENCE
    )
    assert done.returncode == status, f"{name} ended with {done.returncode}, not {status}:\n{done.stdout}"
    return done.stdout


class Program:
    """A running program that takes commands, one a line. Its output and errors are collected."""

    def __init__(self, name, *arguments):
        self.name, self.lines, self.arrived, self.has_ended = name, [], threading.Condition(), False
        self.process = subprocess.Popen(
            [BINARIES / name, *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
        )
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
        """Waits until something holds for the lines."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: condition(self.lines) or self.has_ended, PATIENCE), f"{problem}\n{self}"
            assert condition(self.lines), f"{problem}\n{self}"

    def prints(self, text):
        """Waits for a line that contains a text."""
        self.until(lambda lines: any(text in line for line in lines), f"{self.name} does not print: {text}")

    def prints_line(self, text):
        self.until(lambda lines: text in lines, f"{self.name} does not print the line: {text}")

    def finds(self, pattern):
        """Waits for a match of a pattern in a line, and returns it."""
        found = []

        def search(lines):
            found[:] = [match for line in lines if (match := re.search(pattern, line))]
            return found

        self.until(search, f"{self.name} does not print: {pattern}")
        return found[0]

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
