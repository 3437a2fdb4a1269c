# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""The browser, and helpers of all tests of pages; the chat's are in Examples/Tests/EndToEnd.

Nothing here waits for a time: `expect` looks until something is as it should be, and gives up after a while.
"""

import atexit
import os
import pathlib
import unittest

from playwright.sync_api import expect, sync_playwright

root = pathlib.Path(__file__).resolve().parents[2]

# Machines that check are busy with other things. Nothing is decided by how long something takes; this only ends a test
# that would never end.
patience = int(os.environ.get("PATIENCE", "60000"))
expect.set_options(timeout=patience)


class Browser:
    """One Chromium for all tests; each test has a context of its own."""

    playwright = None
    chromium = None

    @classmethod
    def start(cls):
        if cls.chromium is None:
            cls.playwright = sync_playwright().start()
            atexit.register(cls.stop)
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


class BrowserTests(unittest.TestCase):
    """Pages that are looked at; what one complains of in its console is a failure."""

    color_scheme = "light"
    viewport = {"width": 1280, "height": 800}
    # Runs in each page before its own.
    script = ""
    # A connection that is refused while the program is gone (be it for the icon, which is loaded last), and a file that is
    # refused, are what is tested.
    expected_complaints = ("WebSocket connection", "ERR_CONNECTION_REFUSED", "status of 400", "status of 413")

    def setUp(self):
        self.complaints = []
        self.contexts = []

    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.assertEqual(self.complaints, [])

    def open_at(self, address, **options):
        settings = {"color_scheme": self.color_scheme, "viewport": self.viewport, **options}
        context = Browser.start().new_context(**settings)
        context.set_default_timeout(patience)
        context.add_init_script(self.script)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(error.stack))
        page.on("console", self._hear)
        page.goto(address)
        return page

    def _hear(self, message):
        if message.type in ("error", "warning") and not any(text in message.text for text in self.expected_complaints):
            self.complaints.append(message.text)

    def button(self, name, page=None):
        return (page or self.page).get_by_role("button", name=name, exact=True)
