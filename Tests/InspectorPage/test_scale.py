# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Long lists and large states. Times and memory are told; what fails is only what does not depend on the machine."""

import re

from inspected import PageTests, expect

measure_frames = """
window.frames = [];
let last = performance.now();
const frame = (now) => { window.frames.push(now - last); last = now; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
"""


class ManyActionsTests(PageTests):
    # With the nine that each test begins with, these are 100,000.
    arguments = ("--actions", "99991", "--limit", "100000")
    first_row = None

    def setUp(self):
        super().setUp()
        expect(self.page.locator(".list-head p")).to_contain_text("100,000 actions")
        self.page.evaluate(measure_frames)

    def tell(self, what):
        frames = self.page.evaluate("window.frames.splice(0)")
        heap = self.page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        print(f"  100,000 actions, {what}: {len(frames)} frames, the longest {max(frames):.0f} ms; {heap:.1f} MB")

    def test_scrolling_keeps_the_document_small(self):
        for step in range(0, 50):
            self.list.evaluate("(list, top) => { list.scrollTop = top; }", step * 60_000)
        self.list.evaluate("(list) => { list.scrollTop = 1_500_000; }")
        expect(self.page.get_by_role("row").nth(5).locator(".row-title")).to_have_text(re.compile("tick"))
        self.tell("scrolled")
        self.assertLess(self.page.evaluate("document.querySelectorAll('*').length"), 2_000)
        # A row is asked for because it is in view: the page holds some screenfuls and not the list.
        heap = self.page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        self.assertLess(heap, 200)

    def test_walking_with_the_keys(self):
        self.list.focus()
        for _ in range(60):
            self.page.keyboard.press("ArrowUp")
        self.page.keyboard.press("Home")
        expect(self.title).to_have_text("State before these actions")
        self.tell("walked with the keys")

    def test_filtering(self):
        self.page.get_by_role("searchbox").fill("ordered")
        self.has("1 of 100,000 actions")
        self.tell("filtered")

    def test_a_flood_is_folded_into_few_events(self):
        frames = []
        page = self.open()
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(1)))
        page.reload()
        expect(page.locator(".list-head p")).to_contain_text("100,000 actions")
        frames.clear()
        self.program.say("tick 20000")
        expect(page.locator(".is-selected .row-number")).to_have_text("120000")
        self.tell("20,000 more came")
        self.assertLess(len(frames), 2_000)


class LargeStateTests(PageTests):
    arguments = ("--large", "1000000")

    def setUp(self):
        super().setUp()
        self.store("Large")
        self.tab("State")

    def item(self, name):
        return self.page.get_by_role("treeitem", name=re.compile(f"^{name}"))

    def open_item(self, name):
        self.item(name).last.locator(".node-line").first.click()

    def test_a_million_rows_open_in_ranges(self):
        self.open_item("rows")
        expect(self.item("rows").locator(":scope > ul > li")).to_have_count(100)
        self.open_item("420,000 … 429,999")
        expect(self.item("420,000 … 429,999").locator(":scope > ul > li")).to_have_count(100)
        self.open_item("421,300 … 421,399")
        expect(self.item("421,300 … 421,399").locator(":scope > ul > li")).to_have_count(100)
        expect(self.item("421342: 421342")).to_be_visible()
        self.assertLess(self.page.evaluate("document.querySelectorAll('*').length"), 5_000)

    def test_a_long_text_is_cut_with_more(self):
        cut = self.page.locator(".kind-text").first.text_content()
        self.assertLessEqual(len(cut), 210)
        self.button("Whole text of text").click()
        expect(self.page.locator(".whole")).to_have_text(re.compile(r"^.{9000,}$", re.DOTALL))

    def test_an_object_that_contains_itself_ends(self):
        for _ in range(12):
            items = self.page.locator("[role=treeitem][aria-expanded=false]").filter(has_text=re.compile("ring|next|itself"))
            if items.count() == 0:
                break
            items.last.locator(".node-line").first.click()
        expect(self.page.locator(".kind-cut, .kind-object").first).to_be_visible()
