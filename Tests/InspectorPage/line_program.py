# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Programs that read commands and print lines, for the tests of the inspector's page and of its questions."""

import queue
import subprocess
import threading


class LineProgram:
    """A program that reads commands, one a line, and prints lines."""

    # Seconds. This only ends a test that would never end; nothing depends on how long something takes.
    patience = 60.0

    def __init__(self, *command, **options):
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, **options
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)

    def word(self, beginning):
        """The first printed word that begins with a text."""
        while True:
            for word in self.lines.get(timeout=self.patience).split():
                if word.startswith(beginning):
                    return word

    def line(self, beginning):
        """The rest of the first printed line that begins with a text."""
        while True:
            line = self.lines.get(timeout=self.patience)
            if line.startswith(beginning):
                return line[len(beginning):].strip()

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self, seconds=0):
        """Closes the program's input, and kills the program if it runs for more seconds."""
        self.process.stdin.close()
        try:
            self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
