"""Runs the programs of the examples: scripts of commands, servers, clients that talk to them, and a page in a browser."""

import os
import pathlib
import subprocess
import sys
import tempfile

import pytest

# The browser and its checks are shared with the inspector's page.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Tests/InspectorPage"))

from browser import BrowserTests, expect  # noqa: E402
from programs import PATIENCE, Program  # noqa: E402

BINARIES = pathlib.Path(os.environ["EXAMPLES_BINARIES"])
password = "correct-horse-battery"


def script(*commands):
    return "".join(f"{command}\n" for command in commands)


def run(name, *arguments, lines="", status=0, errors=subprocess.DEVNULL):
    """Runs a program with commands as its input and returns its output. A script with a failing step has the status 1."""
    done = subprocess.run(
        [BINARIES / name, *map(str, arguments)], input=lines, stdout=subprocess.PIPE, stderr=errors, text=True, timeout=PATIENCE)
    assert done.returncode == status, f"{name} ended with {done.returncode}, not {status}:\n{done.stdout}"
    return done.stdout


@pytest.fixture
def start():
    """Starts programs, and kills them at the end of the test."""
    running = []

    def start(name, *arguments):
        running.append(Program(BINARIES / name, *arguments))
        return running[-1]

    yield start
    for program in running:
        program.kill()


class Server(Program):
    """A chat server with its files in a folder, on any free port unless it had one before."""

    def __init__(self, folder, port=0, rooms="hall,garden"):
        super().__init__(
            BINARIES / "chat-server", "--fast", "--port", port, "--journal", folder / "chat.sqlite", "--guest-rooms", rooms)
        self.page = self.finds(r"http://127\.0\.0\.1:\d+/?")[0]
        self.port = int(self.page.split(":")[2].strip("/"))


def client_arguments(name, port):
    return "--name", name, "--server", f"ws://127.0.0.1:{port}", "--script", "--fast"


class Client(Program):
    """A client that takes commands, one a line."""

    def __init__(self, name, port, *arguments):
        super().__init__(BINARIES / "chat", *client_arguments(name, port), *arguments)

    def enter(self, room, password=password):
        self.say(f"signup {password}", f"signin {password}", f"join {room}")


class ChatPageTests(BrowserTests):
    """A server, a client in a terminal, and a page."""

    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.server = Server(self.folder)
        self.addCleanup(lambda: self.server.kill())
        self.requests = []
        self.page = self.open_at("about:blank")
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.goto(self.server.page)

    def tearDown(self):
        super().tearDown()
        # The page sends no request to other servers.
        for address in self.requests:
            self.assertTrue(address.startswith((self.server.page, f"ws://127.0.0.1:{self.server.port}/")), address)

    def terminal(self, name, room="hall"):
        terminal = Client(name, self.server.port)
        self.addCleanup(terminal.kill)
        terminal.enter(room)
        return terminal

    def is_connected(self):
        expect(self.at("#connection")).to_have_text("connected")

    def guest(self, name):
        self.role("form", "Be a guest").get_by_label("Name").fill(name)
        self.button("Come in").click()
        self.is_connected()

    def sign_up(self, name):
        """Makes an account, and signs in with both factors."""
        form = self.role("form", "Sign in")
        form.get_by_label("Name").fill(name)
        form.get_by_label("Password").fill(password)
        form.get_by_role("button", name="Make an account").click()
        secret = self.at("#secret-text")
        expect(secret).to_be_visible()
        form.get_by_label("Password").fill(password)
        form.get_by_label("Code").fill(run("chat", "totp", secret.text_content()).strip())
        form.get_by_role("button", name="Sign in").click()
        self.is_connected()

    field = property(lambda self: self.role("combobox", "Message"))

    def type(self, text):
        self.field.fill(text)
        self.field.press("Enter")

    def alerts(self, text):
        expect(self.role("alert")).to_contain_text(text)

    def shown(self, text):
        """The message with that text, as it is shown to all."""
        return self.at("#messages .message").filter(has_text=text)
