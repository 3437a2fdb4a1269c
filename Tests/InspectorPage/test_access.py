"""For everybody: both colour schemes, the keyboard alone, readers of the screen, and 360 pixels."""

import re

import browser
from browser import PageTests, expect

tabs = ["Action", "Difference", "State", "Effects", "Causes", "What if"]


class AccessTests(PageTests):
    def visit(self):
        """Everything that can be on the page, one after the other."""
        self.select("ordered")
        self.note("look here")
        expect(self.row("ordered")).to_contain_text("look here")
        self.row("increment").click()
        self.button("What if it were skipped").click()
        self.skips(1)
        self.tab("State")
        self.role("treeitem", "counter: 1").hover()
        self.button("Pin counter").click()
        self.open_item("user")
        for number, name in enumerate(tabs, 1):
            self.press("Escape", str(number))
            self.shows_tab(name)
            expect(self.at(".pane")).not_to_have_attribute("aria-busy", "true")
            yield name
        self.press("4")
        self.button("All of the store").click()
        expect(self.role("table")).to_be_visible()
        yield "all effects"
        self.try_sending("fly(to: moon)")
        expect(self.at("#sending-problem")).to_be_visible()
        self.filter.fill("origin:moon")
        expect(self.at("#filter-problem")).to_be_visible()
        yield "problems"
        self.press("Escape")
        self.list.focus()
        self.press("t")
        self.travels()
        yield "travelling"
        self.press("?")
        expect(self.role("dialog", "Keys")).to_be_visible()
        yield "help"
        self.press("Escape", "e")
        expect(self.at(".code")).to_contain_text("@Test")
        yield "export"
        self.press("Escape")
        self.program.kill()
        expect(self.at(".banner")).to_be_visible()
        expect(self.page.get_by_text("not connected")).to_be_visible()
        expect(self.at(".row-title")).not_to_have_count(0)
        yield "lost"

    def check_looks(self):
        lowest = 21
        for name in self.visit():
            with self.subTest(name):
                found = self.page.evaluate(browser.contrasts)
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
                self.assertEqual(browser.unnamed(self.page), [])
                self.assertEqual(self.page.evaluate(browser.small_targets), [])

    def test_a_reader_of_the_screen_meets_the_parts_of_the_page(self):
        self.select("ordered")
        roles = browser.roles(self.page)
        for role, count in {
            "banner": 1, "main": 1, "contentinfo": 1, "grid": 1, "row": 10, "tab": 6, "tablist": 1, "tabpanel": 1, "tree": 1,
            "slider": 1, "switch": 1, "toolbar": 3, "searchbox": 1, "alert": 1,
        }.items():
            with self.subTest(role):
                self.assertEqual(roles[role], count)
        expect(self.at("main")).to_match_aria_snapshot("""
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
        expect(self.at("#action-5")).to_have_attribute("aria-selected", "true")

    def test_problems_are_read_aloud(self):
        self.try_sending("fly(to: moon)")
        expect(self.at("#sending-problem")).to_have_role("alert")
        self.filter.fill("search")
        expect(self.role("status").filter(has_text="3 actions found.")).to_have_count(1)
        self.program.kill()
        expect(self.role("alert").filter(has_text="The connection to the app is lost")).to_be_visible()

    def test_tab_reaches_every_control_and_the_focus_is_seen(self):
        self.select("ordered")
        self.tab("State")
        expect(self.role("tree")).to_be_visible()
        names = []
        self.list.focus()
        for _ in range(120):
            self.press("Tab")
            focused = self.page.evaluate(browser.focused)
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
        self.press("l")
        expect(self.list).to_be_focused()
        self.press("ArrowUp", "ArrowUp")
        self.is_titled("increment")
        self.press("Shift+ArrowUp")
        expect(self.at(".is-in-range")).to_have_count(2)
        self.press("2")
        self.shows_tab("Difference")
        self.press("3")
        expect(self.role("tree")).to_be_visible()
        # Into the tree, and down to a value.
        self.role("tab", "State").focus()
        self.press("Tab", "Tab")
        expect(self.role("treeitem").first).to_be_focused()
        self.press("ArrowDown", "ArrowRight")
        expect(self.item("user")).to_have_attribute("aria-expanded", "true")
        expect(self.item("name")).to_be_visible()
        self.press("ArrowRight", "p")
        expect(self.role("region", "Pinned")).to_contain_text("name")
        self.press("ArrowLeft", "ArrowLeft")
        expect(self.item("user")).to_have_attribute("aria-expanded", "false")
        self.press("/")
        expect(self.filter).to_be_focused()
        self.page.keyboard.type("search")
        self.has("3 of 9 actions")
        self.press("Escape")
        self.has("9 actions")
        self.press("Tab", "Enter")
        self.has("5 of 9 actions")
        self.press("Enter", "l", "End")
        self.is_titled("search.found")
        self.press("t")
        self.travels()
        self.press("k")
        expect(self.at(".is-travelled")).to_contain_text("loaded")
        self.press("t")
        self.travels(is_on=False)
        self.press("n")
        self.page.keyboard.type("by keys")
        self.press("Enter")
        expect(self.row("by keys")).to_be_visible()
        self.press("x")
        self.page.keyboard.type("increment")
        self.press("Enter")
        self.has("10 actions")
        self.press("Escape", "s")
        self.skips(1)
        self.press("e")
        expect(self.role("dialog", "Export")).to_be_visible()
        self.press("Escape")
        expect(self.role("dialog", "Export")).to_be_hidden()

    def test_the_help_is_the_table_of_the_keys(self):
        self.press("?")
        shown = self.role("dialog", "Keys").locator("dt").all_text_contents()
        source = self.page.request.get(self.program.address.split("?")[0] + "main.js").text()
        told = re.findall(r'\{ keys: \["([^"]+)"\]', source)
        self.assertGreater(len(told), 15)
        names = {" ": "Space", "Escape": "Esc", "Alt ArrowUp": "Alt ↑", "Alt ArrowDown": "Alt ↓"}
        for key in told:
            with self.subTest(key):
                self.assertIn(names.get(key, key), shown)

    def test_single_letters_can_be_switched_off(self):
        self.press("?")
        self.role("checkbox").uncheck()
        self.press("Escape")
        expect(self.role("dialog")).to_be_hidden()
        self.press("2", "s", "?")
        expect(self.role("dialog", "Keys")).to_be_visible()
        self.shows_tab("Action")
        self.skips(0)


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
        self.is_titled("ordered")
        expect(self.list).to_be_hidden()
        for tab in tabs:
            with self.subTest(tab):
                self.tab(tab)
                self.fits()
        self.button("Actions").click()
        expect(self.list).to_be_visible()
        self.sending.fill("increment")
        self.button("Send").click()
        self.has("10 actions")
        self.role("button", "Keys").click()
        expect(self.role("dialog", "Keys")).to_be_visible()
        self.fits()

    def test_names_stay_where_only_icons_are_seen(self):
        self.assertEqual(browser.unnamed(self.page), [])
        expect(self.button("Import")).to_be_visible()
