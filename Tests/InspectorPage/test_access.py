# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""For everybody: both colour schemes, the keyboard alone, readers of the screen, and 360 pixels."""

import re

import looking
from inspected import PageTests, expect

tabs = ["Action", "Difference", "State", "Effects", "Causes", "What if"]


class AccessTests(PageTests):
    def visit(self):
        """Everything that can be on the page, one after the other."""
        self.select("ordered")
        note = self.page.get_by_role("textbox", name="Note on this action")
        note.fill("look here")
        note.press("Enter")
        expect(self.row("ordered")).to_contain_text("look here")
        self.row("increment").click()
        self.button("What if it were skipped").click()
        expect(self.page.locator(".is-skipped")).to_have_count(1)
        self.tab("State")
        self.page.get_by_role("treeitem", name="counter: 1", exact=True).hover()
        self.button("Pin counter").click()
        self.page.get_by_role("treeitem", name=re.compile("^user")).locator(".node-line").first.click()
        for number, name in enumerate(tabs, 1):
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(str(number))
            expect(self.page.get_by_role("tab", name=name, exact=True)).to_have_attribute("aria-selected", "true")
            expect(self.page.locator(".pane")).not_to_have_attribute("aria-busy", "true")
            yield name
        self.page.keyboard.press("4")
        self.button("All of the store").click()
        expect(self.page.get_by_role("table")).to_be_visible()
        yield "all effects"
        self.page.locator("#sending").fill("fly(to: moon)")
        self.page.locator("#sending").press("Enter")
        expect(self.page.locator("#sending-problem")).to_be_visible()
        self.page.get_by_role("searchbox").fill("origin:moon")
        expect(self.page.locator("#filter-problem")).to_be_visible()
        yield "problems"
        self.page.keyboard.press("Escape")
        self.list.focus()
        self.page.keyboard.press("t")
        expect(self.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
        yield "travelling"
        self.page.keyboard.press("?")
        expect(self.page.get_by_role("dialog", name="Keys")).to_be_visible()
        yield "help"
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("e")
        expect(self.page.locator(".code")).to_contain_text("@Test")
        yield "export"
        self.page.keyboard.press("Escape")
        self.program.end()
        expect(self.page.locator(".banner")).to_be_visible()
        expect(self.page.get_by_text("not connected")).to_be_visible()
        expect(self.page.locator(".row-title")).not_to_have_count(0)
        yield "lost"

    def check_looks(self):
        lowest = 21
        for name in self.visit():
            with self.subTest(name):
                found = self.page.evaluate(looking.contrasts)
                self.assertGreater(len(found), 40)
                self.assertEqual([one for one in found if one["ratio"] < one["needed"]], [])
                lowest = min([lowest, *(one["ratio"] for one in found if one["needed"] == 4.5)])
        print(f"  the lowest contrast of a text: {lowest:.2f}")

    def test_contrast_in_light_colours(self):
        self.check_looks()

    def test_contrast_in_dark_colours(self):
        self.page = self.open(color_scheme="dark")
        background = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        self.assertRegex(background, r"rgb\((\d|[1-4]\d), (\d|[1-4]\d), (\d|[1-4]\d)\)")
        self.check_looks()

    def test_everything_has_a_name_and_is_large_enough(self):
        for name in self.visit():
            with self.subTest(name):
                self.assertEqual(looking.unnamed(self.page), [])
                self.assertEqual(self.page.evaluate(looking.small_targets), [])

    def test_a_reader_of_the_screen_meets_the_parts_of_the_page(self):
        self.select("ordered")
        roles = looking.roles(self.page)
        for role, count in {
            "banner": 1, "main": 1, "contentinfo": 1, "grid": 1, "row": 10, "tab": 6, "tablist": 1, "tabpanel": 1, "tree": 1,
            "slider": 1, "switch": 1, "toolbar": 3, "searchbox": 1, "alert": 1,
        }.items():
            with self.subTest(role):
                self.assertEqual(roles.get(role), count)
        expect(self.page.locator("main")).to_match_aria_snapshot("""
            - region "Actions":
              - searchbox /Filter actions/
              - group "Limit to":
                - button "Sent"
                - button "Reducer"
                - button "Effect"
                - button "Turns folded"
                - button "Noted"
              - grid "Actions":
                - rowgroup:
                  - row "Initial state"
                  - row /1 account.login/
            - region "Action":
              - heading "ordered" [level=2]
              - toolbar "This action":
                - button "Show in the app"
                - button "What if it were skipped"
                - button "What if it came earlier"
                - button "What if it came later"
                - button "Change and send again"
                - button "Test or session of the selection"
              - textbox "Note on this action"
              - tablist "About this action":
                - tab "Action" [selected]
              - tabpanel "Action":
                - tree "Action 6"
        """)
        expect(self.list).to_have_attribute("aria-activedescendant", re.compile("action-5"))
        expect(self.page.locator("#action-5")).to_have_attribute("aria-selected", "true")

    def test_problems_are_read_aloud(self):
        self.page.locator("#sending").fill("fly(to: moon)")
        self.page.locator("#sending").press("Enter")
        expect(self.page.locator("#sending-problem")).to_have_role("alert")
        self.page.get_by_role("searchbox").fill("search")
        expect(self.page.get_by_role("status").filter(has_text="3 actions found.")).to_have_count(1)
        self.program.end()
        expect(self.page.get_by_role("alert").filter(has_text="The connection to the app is lost")).to_be_visible()

    def test_tab_reaches_every_control_and_the_focus_is_seen(self):
        self.select("ordered")
        self.tab("State")
        expect(self.page.get_by_role("tree")).to_be_visible()
        names = []
        self.list.focus()
        for _ in range(120):
            self.page.keyboard.press("Tab")
            focused = self.page.evaluate(looking.focused)
            # After the last control comes the browser itself.
            if focused["kind"] == "body":
                continue
            self.assertTrue(focused["isSeen"], focused)
            names.append(focused["name"])
            if focused["name"] == "Actions":
                break
        for wanted in [
            "Store", "Import", "Export", "Keys", "Sent", "Reducer", "Effect", "Turns folded", "Noted", "Newest", "Actions",
            "Action to send", "Send", "Show in the app", "What if it were skipped", "Note on this action", "tab-state", "panel",
            "First", "Step back", "Play", "Step forward", "Position in the list", "Speed", "Commit", "Revert", "Reset",
        ]:
            with self.subTest(wanted):
                self.assertIn(wanted, names)

    def test_everything_by_the_keyboard_alone(self):
        press = self.page.keyboard.press
        press("l")
        expect(self.list).to_be_focused()
        press("ArrowUp")
        press("ArrowUp")
        expect(self.title).to_have_text("increment")
        press("Shift+ArrowUp")
        expect(self.page.locator(".is-in-range")).to_have_count(2)
        press("2")
        expect(self.page.get_by_role("tab", name="Difference", exact=True)).to_have_attribute("aria-selected", "true")
        press("3")
        expect(self.page.get_by_role("tree")).to_be_visible()
        # Into the tree, and down to a value.
        self.page.get_by_role("tab", name="State", exact=True).focus()
        press("Tab")
        press("Tab")
        expect(self.page.get_by_role("treeitem").first).to_be_focused()
        press("ArrowDown")
        press("ArrowRight")
        expect(self.page.get_by_role("treeitem", name=re.compile("^user"))).to_have_attribute("aria-expanded", "true")
        expect(self.page.get_by_role("treeitem", name=re.compile("^name"))).to_be_visible()
        press("ArrowRight")
        press("p")
        expect(self.page.get_by_role("region", name="Pinned")).to_contain_text("name")
        press("ArrowLeft")
        press("ArrowLeft")
        expect(self.page.get_by_role("treeitem", name=re.compile("^user"))).to_have_attribute("aria-expanded", "false")
        press("/")
        expect(self.page.get_by_role("searchbox")).to_be_focused()
        self.page.keyboard.type("search")
        self.has("3 of 9 actions")
        press("Escape")
        self.has("9 actions")
        press("Tab")
        press("Enter")
        self.has("5 of 9 actions")
        press("Enter")
        press("l")
        press("End")
        expect(self.title).to_have_text("search.found")
        press("t")
        expect(self.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
        press("k")
        expect(self.page.locator(".is-travelled")).to_contain_text("loaded")
        press("t")
        expect(self.page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
        press("n")
        self.page.keyboard.type("by keys")
        press("Enter")
        expect(self.row("by keys")).to_be_visible()
        press("x")
        self.page.keyboard.type("increment")
        press("Enter")
        self.has("10 actions")
        press("Escape")
        press("s")
        expect(self.page.locator(".is-skipped")).to_have_count(1)
        press("e")
        expect(self.page.get_by_role("dialog", name="Export")).to_be_visible()
        press("Escape")
        expect(self.page.get_by_role("dialog", name="Export")).to_be_hidden()

    def test_the_help_is_the_table_of_the_keys(self):
        self.page.keyboard.press("?")
        dialog = self.page.get_by_role("dialog", name="Keys")
        shown = dialog.locator("dt").all_text_contents()
        source = self.page.request.get(self.program.address.split("?")[0] + "main.js").text()
        told = re.findall(r'\{ keys: \["([^"]+)"\]', source)
        self.assertGreater(len(told), 15)
        names = {" ": "Space", "Escape": "Esc", "Alt ArrowUp": "Alt ↑", "Alt ArrowDown": "Alt ↓"}
        for key in told:
            with self.subTest(key):
                self.assertIn(names.get(key, key), shown)

    def test_single_letters_can_be_switched_off(self):
        self.page.keyboard.press("?")
        self.page.get_by_role("checkbox").uncheck()
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_be_hidden()
        self.page.keyboard.press("2")
        self.page.keyboard.press("s")
        self.page.keyboard.press("?")
        expect(self.page.get_by_role("dialog", name="Keys")).to_be_visible()
        expect(self.page.get_by_role("tab", name="Action", exact=True, include_hidden=True)).to_have_attribute(
            "aria-selected", "true")
        expect(self.page.locator(".is-skipped")).to_have_count(0)


class NarrowTests(PageTests):
    viewport = {"width": 360, "height": 740}

    def fits(self):
        self.assertEqual(
            self.page.evaluate("""() => [...document.querySelectorAll("body *")].filter((element) => {
                const box = element.getBoundingClientRect();
                const scrolls = element.closest(".tabs, .causes, .effects, .code, .dialog, .tree, .action-list, .said-only");
                return element.checkVisibility() && box.width > 1 && box.right > 361 && !scrolls;
            }).map((element) => element.className || element.localName)"""), [])

    def test_the_list_and_the_action_take_turns(self):
        self.fits()
        expect(self.title).to_be_hidden()
        self.row("ordered").click()
        expect(self.title).to_have_text("ordered")
        expect(self.list).to_be_hidden()
        for tab in tabs:
            with self.subTest(tab):
                self.tab(tab)
                self.fits()
        self.button("Actions").click()
        expect(self.list).to_be_visible()
        self.page.locator("#sending").fill("increment")
        self.button("Send").click()
        self.has("10 actions")
        self.page.get_by_role("button", name="Keys").click()
        expect(self.page.get_by_role("dialog", name="Keys")).to_be_visible()
        self.fits()

    def test_names_stay_where_only_icons_are_seen(self):
        self.assertEqual(looking.unnamed(self.page), [])
        expect(self.button("Import")).to_be_visible()
