import pathlib
import sys

import pytest

# The browser and its checks are shared with the inspector's page.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Tests/InspectorPage"))

from programs import Program  # noqa: E402
from terminal import Terminal  # noqa: E402


@pytest.fixture
def start():
    """Starts programs, and kills them at the end of the test."""
    running = []

    def start(name, *arguments):
        running.append(Program(name, *arguments))
        return running[-1]

    yield start
    for program in running:
        if program.process.poll() is None:
            program.kill()


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
