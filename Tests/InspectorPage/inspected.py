# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""The program that is inspected, the browser, and what all tests of the page need.

Nothing here waits for a time: `expect` looks until something is as it should be, and gives up after a while.
"""

import json
import os
import pathlib
import queue
import subprocess
import threading
import unittest

from playwright.sync_api import expect, sync_playwright

root = pathlib.Path(__file__).resolve().parents[2]
page_folder = root / "Sources/TributaryInspector/Page"
token = "a-token-for-tests"

# Machines that check are busy with other things. Nothing is decided by how long something takes; this only ends a test
# that would never end.
patience = int(os.environ.get("PATIENCE", "60000"))
expect.set_options(timeout=patience)


class Program:
    """The demo, with its own port."""

    def __init__(self, *arguments, port=0):
        command = [
            os.environ["INSPECTED"], "--port", str(port), "--token", token, "--page", str(page_folder), *arguments
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.address = self._first_address()
        self.port = int(self.address.split(":")[2].split("/")[0])

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)

    def _first_address(self):
        while True:
            for word in self.lines.get(timeout=patience / 1000).split():
                if word.startswith("http://127.0.0.1:"):
                    return word

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def send(self, name, **values):
        """Sends an action to the shop, as Swift's coders write it."""
        self.say(json.dumps({name: values}))

    def end(self):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Browser:
    """One Chromium for all tests; each test has a context of its own."""

    playwright = None
    chromium = None

    @classmethod
    def start(cls):
        if cls.chromium is None:
            cls.playwright = sync_playwright().start()
            cls.chromium = cls.playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM"),
                args=["--no-sandbox", "--enable-precise-memory-info"],
            )
        return cls.chromium

    @classmethod
    def stop(cls):
        if cls.chromium is not None:
            cls.chromium.close()
            cls.playwright.stop()
            cls.chromium = None


class PageTests(unittest.TestCase):
    """A program, and a page that looks at it; what the page complains of in its console is a failure."""

    arguments = ()
    first_row = "search.found"
    color_scheme = "light"
    viewport = {"width": 1280, "height": 800}

    def setUp(self):
        self.program = Program(*self.arguments)
        self.addCleanup(lambda: self.program.end())
        self.complaints = []
        self.contexts = []
        self.page = self.open()
        if self.first_row is not None:
            expect(self.row(self.first_row)).to_be_visible()

    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.assertEqual(self.complaints, [])

    def open(self, **options):
        settings = {"color_scheme": self.color_scheme, "viewport": self.viewport, **options}
        context = Browser.start().new_context(**settings)
        context.set_default_timeout(patience)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(error.stack))
        page.on("console", self._hear)
        page.goto(self.program.address)
        return page

    def _hear(self, message):
        # A connection that is refused while the program is gone, and a file that is refused, are what is tested.
        expected = ("WebSocket connection", "status of 400", "status of 413")
        if message.type in ("error", "warning") and not any(text in message.text for text in expected):
            self.complaints.append(message.text)

    # Parts of the page, by what a reader of the screen is told.

    @property
    def list(self):
        return self.page.get_by_role("grid", name="Actions")

    def row(self, text, page=None):
        return (page or self.page).get_by_role("row").filter(has_text=text).first

    def button(self, name, page=None):
        return (page or self.page).get_by_role("button", name=name, exact=True)

    def tab(self, name):
        tab = self.page.get_by_role("tab", name=name, exact=True)
        tab.click()
        return self.page.get_by_role("tabpanel")

    def store(self, name):
        self.page.get_by_role("combobox", name="Store").select_option(name)

    def select(self, text):
        self.row(text).click()
        expect(self.title).to_contain_text(text)

    @property
    def title(self):
        return self.page.locator(".detail-title")

    @property
    def notice(self):
        return self.page.locator(".notice-text")

    def has(self, text):
        """The heading of the list tells how many actions there are."""
        expect(self.page.locator(".list-head p")).to_have_text(text)

    def has_rows(self, count):
        """Actions, and the state before them."""
        expect(self.list).to_have_attribute("aria-rowcount", str(count))
