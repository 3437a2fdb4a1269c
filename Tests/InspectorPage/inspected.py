# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""The program that is inspected, and what all tests of the inspector's page need."""

import json
import os

from browser import Browser, BrowserTests, expect, patience, root
from line_program import LineProgram

__all__ = ["Browser", "PageTests", "Program", "expect", "page_folder", "patience", "root", "token"]

page_folder = root / "Sources/TributaryInspector/Page"
token = "a-token-for-tests"


class Program(LineProgram):
    """The demo, with its own port."""

    patience = patience / 1000

    def __init__(self, *arguments, port=0):
        super().__init__(os.environ["INSPECTED"], "--port", port, "--token", token, "--page", page_folder, *arguments)
        self.address = self.word("http://127.0.0.1:")
        self.port = int(self.address.split(":")[2].split("/")[0])

    def send(self, name, **values):
        """Sends an action to the shop, as Swift's coders write it."""
        self.say(json.dumps({name: values}))


class PageTests(BrowserTests):
    """A program, and a page that looks at it."""

    arguments = ()
    first_row = "search.found"

    def setUp(self):
        super().setUp()
        self.program = Program(*self.arguments)
        self.addCleanup(lambda: self.program.end())
        self.page = self.open()
        if self.first_row is not None:
            expect(self.row(self.first_row)).to_be_visible()

    def open(self, **options):
        return self.open_at(self.program.address, **options)

    # Parts of the page, by what a reader of the screen is told.

    @property
    def list(self):
        return self.page.get_by_role("grid", name="Actions")

    def row(self, text, page=None):
        return (page or self.page).get_by_role("row").filter(has_text=text).first

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
