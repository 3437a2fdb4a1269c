"""The browser, and helpers of all tests of pages; the chat's are in Examples/Tests/EndToEnd.

Nothing here waits for a time: `expect` looks until something is as it should be, and gives up after a while.
"""

import atexit
import json
import os
import re
import unittest
from collections import Counter

from playwright.sync_api import expect, sync_playwright
from programs import PATIENCE, ROOT, Program

expect.set_options(timeout=PATIENCE * 1000)


class Browser:
    """One Chromium for all tests; each test has a context of its own."""

    chromium = None

    @classmethod
    def start(cls):
        if cls.chromium is None:
            playwright = sync_playwright().start()
            cls.chromium = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox", "--enable-precise-memory-info"])
            atexit.register(playwright.stop)
            atexit.register(cls.chromium.close)
        return cls.chromium


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
        self.complaints, self.contexts = [], []

    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.assertEqual(self.complaints, [])

    def open_at(self, address, **options):
        context = Browser.start().new_context(**{"color_scheme": self.color_scheme, "viewport": self.viewport, **options})
        context.set_default_timeout(PATIENCE * 1000)
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

    def at(self, selector):
        return self.page.locator(selector)

    def role(self, role, name=None, **options):
        """The parts of the page by the words of a reader of the screen; a text is the whole name."""
        return self.page.get_by_role(role, name=name, exact=isinstance(name, str), **options)

    def button(self, name, page=None):
        return (page or self.page).get_by_role("button", name=name, exact=True)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)


# What a page must be for everybody to use it, computed from what the browser shows.

# Each text that is seen, with its contrast to what is behind it; disabled controls are exempt. Pictures that mean something, and the edges
# of controls, need less.
contrasts = """() => {
    const parse = (text) => {
        const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
        return { r, g, b, a };
    };
    const over = (top, below) => {
        const mixed = (channel) => top[channel] * top.a + below[channel] * (1 - top.a);
        return { r: mixed("r"), g: mixed("g"), b: mixed("b"), a: 1 };
    };
    const channel = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const luminance = ({ r, g, b }) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && element.getBoundingClientRect().width > 1;
    const found = [];
    const look = (element, text, needed, colored = element) => {
        if (!isSeen(element) || element.closest(":disabled, .said-only")) return;
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
        const background = layers.reverse().reduce((below, layer) => over(layer, below), { r: 255, g: 255, b: 255, a: 1 });
        const style = getComputedStyle(colored);
        const [light, dark] = [luminance(over(parse(style.color), background)), luminance(background)].sort((a, b) => b - a);
        found.push({
            text: text.trim().slice(0, 40), place: String(element.className || element.localName),
            needed: needed ?? (parseFloat(style.fontSize) >= 24 ? 3 : 4.5), ratio: (light + 0.05) / (dark + 0.05),
        });
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (texts.currentNode.data.trim() !== "") look(texts.currentNode.parentElement, texts.currentNode.data);
    }
    for (const input of document.querySelectorAll("input:not([type=range], [type=checkbox], [type=file])")) {
        look(input, input.value || input.placeholder);
    }
    for (const icon of document.querySelectorAll("button .icon, .row-origin .icon")) look(icon.parentElement, "icon", 3, icon);
    return found;
}"""

# Controls that are smaller than a finger's tip, but for links within a text.
small_targets = """() => [...document.querySelectorAll("button, input:not([type=file]), select, a.button, [role=treeitem], .action-row")]
    .filter((element) => element.checkVisibility())
    .map((element) => [element.getAttribute("aria-label") || element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24) && !(box.width < 20 && box.height < 20))
    .map(([name, box]) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`)"""

# What has the focus: its name, and whether that is seen.
focused = """() => {
    const element = document.activeElement;
    const style = getComputedStyle(element.matches(".node") ? element.firstElementChild : element);
    return {
        name: element.getAttribute("aria-label") || element.getAttribute("id") || element.textContent.trim(),
        kind: element.getAttribute("role") || element.localName,
        isSeen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    };
}"""

# Roles that have to have a name. A group within a tree belongs to its item.
named_roles = set("""button link textbox searchbox combobox spinbutton slider switch tab tree treeitem grid dialog checkbox toolbar tablist
    tabpanel region listbox option table img rowheader columnheader heading""".split())


def nodes(page):
    """The role and the name of each part that a reader of the screen meets, from the browser's own tree."""
    session = page.context.new_cdp_session(page)
    found = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [(one.get("role", {}).get("value", ""), one.get("name", {}).get("value", "")) for one in found if not one.get("ignored")]


def unnamed(page):
    return [role for role, name in nodes(page) if role.lower() in named_roles and not name.strip() or role == "group" and name.isspace()]


def roles(page):
    return Counter(role for role, _ in nodes(page))


# The inspector's page.

token = "a-token-for-tests"


class Inspected(Program):
    """The demo, with its own port."""

    def __init__(self, *arguments, port=0):
        page = ROOT / "Sources/TributaryInspector/Page"
        super().__init__(os.environ["INSPECTED"], "--port", port, "--token", token, "--page", page, *arguments)
        self.address = self.finds(r"http://127\.0\.0\.1:\S+")[0]
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
        self.program = Inspected(*self.arguments)
        self.addCleanup(lambda: self.program.kill())
        self.page = self.open()
        if self.first_row is not None:
            expect(self.row(self.first_row)).to_be_visible()

    def open(self, **options):
        return self.open_at(self.program.address, **options)

    list = property(lambda self: self.role("grid", "Actions"))
    title = property(lambda self: self.at(".detail-title"))
    notice = property(lambda self: self.at(".notice-text"))
    filter = property(lambda self: self.role("searchbox"))
    sending = property(lambda self: self.at("#sending"))

    def row(self, text, page=None):
        """The first row with a text, or with this number, which a time may contain, too."""
        if text.isdigit():
            text = re.compile(rf"^\s*{text}(?!\d)")
        return (page or self.page).get_by_role("row").filter(has_text=text).first

    def tab(self, name):
        self.role("tab", name).click()
        return self.role("tabpanel")

    def item(self, name):
        """A value in a tree, by the beginning of its name."""
        return self.role("treeitem", re.compile(f"^{name}"))

    def open_item(self, name):
        self.item(name).last.locator(".node-line").first.click()

    def store(self, name):
        self.role("combobox", "Store").select_option(name)

    def select(self, text):
        self.row(text).click()
        expect(self.title).to_contain_text(text)

    def select_range(self, first, last):
        self.row(first).click()
        self.row(last).click(modifiers=["Shift"])

    def note(self, text):
        field = self.role("textbox", "Note on this action")
        field.fill(text)
        field.press("Enter")

    def try_sending(self, text):
        self.sending.fill(text)
        self.sending.press("Enter")

    def shows_tab(self, name):
        expect(self.role("tab", name, include_hidden=True)).to_have_attribute("aria-selected", "true")

    def travels(self, page=None, is_on=True):
        expect((page or self.page).get_by_role("switch")).to_have_attribute("aria-checked", "true" if is_on else "false")

    def is_titled(self, text):
        expect(self.title).to_have_text(text)

    def connection_is(self, text):
        expect(self.at(".connection")).to_have_text(text)

    def notices(self, text):
        expect(self.notice).to_have_text(text)

    def has(self, text):
        """The heading of the list tells how many actions there are."""
        expect(self.at(".list-head p")).to_have_text(text)

    def skips(self, count):
        expect(self.at(".is-skipped")).to_have_count(count)
