"""A chat server, clients in terminals, and a page in a browser."""

import pathlib
import shutil
import subprocess
import tempfile

from browser import BrowserTests, expect
from programs import BINARIES, Program

password = "correct-horse-battery"


class Server(Program):
    """A server with its files in a folder, on any free port unless it had one before."""

    def __init__(self, folder, port=0):
        super().__init__("chat-server", "--fast", "--port", port, "--journal", folder / "chat.sqlite", "--guest-rooms", "hall,garden")
        self.page = self.finds(r"http://127\.0\.0\.1:\d+/?")[0]
        self.port = int(self.page.split(":")[2].strip("/"))


class Client(Program):
    """A client that takes commands, one a line."""

    def __init__(self, name, port):
        super().__init__("chat", "--name", name, "--server", f"ws://127.0.0.1:{port}", "--script", "--fast")

    def enter(self, room):
        self.say(f"signup {password}", f"signin {password}", f"join {room}")


class ChatPageTests(BrowserTests):
    """A server, a client in a terminal, and a page."""

    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(lambda: shutil.rmtree(self.folder))
        self.server = Server(self.folder)
        self.addCleanup(lambda: self.server.kill())
        self.requests = []
        self.page = self.visit()

    def tearDown(self):
        super().tearDown()
        # The page sends no request to other servers.
        for address in self.requests:
            self.assertTrue(address.startswith((self.server.page, f"ws://127.0.0.1:{self.server.port}/")), address)

    def visit(self, **options):
        page = self.open_at("about:blank", **options)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.goto(self.server.page)
        return page

    def terminal(self, name, room="hall"):
        terminal = Client(name, self.server.port)
        self.addCleanup(terminal.kill)
        terminal.enter(room)
        return terminal

    def guest(self, name, page=None):
        page = page or self.page
        page.get_by_role("form", name="Be a guest").get_by_label("Name").fill(name)
        page.get_by_role("button", name="Come in").click()
        expect(page.locator("#connection")).to_have_text("connected")

    def sign_up(self, name):
        """Makes an account, and signs in with both factors."""
        form = self.page.get_by_role("form", name="Sign in")
        form.get_by_label("Name").fill(name)
        form.get_by_label("Password").fill(password)
        form.get_by_role("button", name="Make an account").click()
        secret = self.page.locator("#secret-text")
        expect(secret).to_be_visible()
        code = subprocess.run(
            [BINARIES / "chat", "totp", secret.text_content()], capture_output=True, text=True, check=True
        ).stdout.strip()
        form.get_by_label("Password").fill(password)
        form.get_by_label("Code").fill(code)
        form.get_by_role("button", name="Sign in").click()
        expect(self.page.locator("#connection")).to_have_text("connected")

    @property
    def field(self):
        return self.page.get_by_role("combobox", name="Message")

    def type(self, text):
        self.field.fill(text)
        self.field.press("Enter")

    def shown(self, text, page=None):
        """The message with that text, as it is shown to all."""
        return (page or self.page).locator("#messages .message").filter(has_text=text)
