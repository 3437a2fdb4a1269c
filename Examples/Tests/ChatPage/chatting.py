# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""The chat's server, its client in the terminal, and its page in a browser, beside each other."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from browser import BrowserTests, LineProgram, expect, patience

programs = pathlib.Path(os.environ["CHAT_PROGRAMS"])
password = "correct-horse-battery"


class Server(LineProgram):
    """A server with its files in a folder, on a port of its own unless it has had one."""

    def __init__(self, folder, port=0, *arguments):
        self.folder = folder
        with open(folder / "server.log", "a") as log:
            super().__init__([
                programs / "chat-server", "--fast", "--port", str(port),
                "--journal", folder / "chat.sqlite", "--guest-rooms", "hall,garden", *arguments,
            ], stderr=log)
        self.page = self.word("http://127.0.0.1:")
        self.port = int(self.page.split(":")[2].strip("/"))


class Terminal(LineProgram):
    """A client that takes commands, one a line."""

    def __init__(self, name, port):
        super().__init__([
            programs / "chat", "--name", name, "--server", f"ws://127.0.0.1:{port}", "--script", "--fast"
        ])
        self.printed = []

    def hears(self, line):
        """Waits until it prints a line."""
        while True:
            self.printed.append(self.lines.get(timeout=patience / 1000).rstrip("\n"))
            if self.printed[-1] == line:
                return

    def come_in(self, room):
        for command in [f"signup {password}", f"signin {password}", f"join {room}"]:
            self.say(command)


class ChatPageTests(BrowserTests):
    """A server, somebody in a terminal, and a page."""

    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(lambda: shutil.rmtree(self.folder))
        self.server = Server(self.folder)
        self.addCleanup(lambda: self.server.end())
        self.requests = []
        self.page = self.visit()

    def tearDown(self):
        super().tearDown()
        # Nothing is asked of anybody but the server.
        for address in self.requests:
            self.assertTrue(address.startswith((self.server.page, f"ws://127.0.0.1:{self.server.port}/")), address)

    def visit(self, **options):
        page = self.open_at("about:blank", **options)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.goto(self.server.page)
        return page

    def terminal(self, name, room="hall"):
        terminal = Terminal(name, self.server.port)
        self.addCleanup(terminal.end)
        terminal.come_in(room)
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
            [programs / "chat", "totp", secret.text_content()], capture_output=True, text=True, check=True
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
