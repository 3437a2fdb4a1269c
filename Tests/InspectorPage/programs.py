"""Programs that take commands and print lines, for the tests of pages, of questions, and of the examples."""

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
