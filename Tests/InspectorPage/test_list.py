# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""The list of actions: what is in a row, and which rows are shown."""

import re

from inspected import PageTests, expect


class ListTests(PageTests):
    def test_an_action_has_number_title_payload_cause_and_time(self):
        self.has("9 actions")
        self.has_rows(10)
        expect(self.row("account.login")).to_have_accessible_name(re.compile(r"^1 account\.login, .*sent to the store"))
        load = self.row("because of 1")
        expect(self.page.get_by_role("row", name=re.compile(r"^2 load, sent by a reducer because of 1, in the same turn")))\
            .to_be_visible()
        expect(self.row("loaded")).to_have_accessible_name(re.compile(r"sent by an effect because of 2"))
        expect(self.row("ordered").locator(".row-detail")).to_contain_text("count: 2")
        expect(self.row("search.found").locator(".row-since")).to_have_text(re.compile(r"^\+[\d.]+ (ms|s)$"))
        self.assertEqual(load.count(), 0, "A cause is told in its own words, not by a row's text.")

    def test_the_base_stands_before_the_first_action(self):
        self.page.get_by_role("row", name="Initial state").click()
        expect(self.title).to_have_text("State before these actions")
        expect(self.tab("State")).to_contain_text("counter")

    def test_new_actions_come_by_themselves_and_are_followed(self):
        self.program.send("increment")
        expect(self.row("10")).to_contain_text("increment")
        expect(self.title).to_have_text("increment")
        expect(self.page.locator(".detail-meta")).to_contain_text("#10")

    def test_who_selects_an_action_is_left_there(self):
        self.select("ordered")
        self.program.send("increment")
        self.has("10 actions")
        expect(self.title).to_have_text("ordered")
        self.button("Newest", self.page.locator(".list-head")).click()
        expect(self.title).to_have_text("increment")

    def test_a_filter_finds_titles_values_origins_causes_and_turns(self):
        filter_field = self.page.get_by_role("searchbox")
        for text, found in [
            ("search", 3), ("value:book", 2), ("origin:effect", 2), ("cause:2", 1), ("turn:1", 2),
            ("search value:book", 2), ("SEARCH.typed", 2), ("\"search.found\"", 1), ("nothing-of-the-kind", 0),
        ]:
            with self.subTest(text):
                filter_field.fill(text)
                self.has(f"{found} of 9 actions")
        expect(self.page.get_by_text("No action matches.")).to_be_visible()
        filter_field.press("Escape")
        self.has("9 actions")
        expect(filter_field).to_have_value("")

    def test_a_filter_that_cannot_be_understood_says_so(self):
        self.page.get_by_role("searchbox").fill("origin:moon")
        expect(self.page.locator("#filter-problem")).to_have_text("An origin is store, reducer, effect.")
        expect(self.page.get_by_role("searchbox")).to_have_attribute("aria-invalid", "true")

    def test_origins_are_chosen_by_buttons(self):
        self.button("Reducer").click()
        self.has("2 of 9 actions")
        self.button("Effect").click()
        self.has("4 of 9 actions")
        expect(self.button("Effect")).to_have_attribute("aria-pressed", "true")
        self.button("Reducer").click()
        self.button("Effect").click()
        self.has("9 actions")

    def test_a_filter_goes_on_with_new_actions(self):
        self.page.get_by_role("searchbox").fill("increment")
        self.has("1 of 9 actions")
        self.program.send("increment")
        self.has("2 of 10 actions")

    def test_turns_are_joined_and_can_be_folded(self):
        expect(self.page.locator(".is-follower")).to_have_count(3)
        self.button("Turns folded").click()
        self.has("6 of 9 actions")
        expect(self.row("account.login")).to_contain_text("1 more in the turn")
        self.button("Turns folded").click()
        self.has("9 actions")

    def test_a_range_is_selected_with_shift(self):
        self.row("search.typed").click()
        self.row("ordered").click(modifiers=["Shift"])
        expect(self.page.locator(".is-in-range")).to_have_count(4)
        expect(self.page.get_by_role("row", selected=True)).to_have_count(4)

    def test_each_store_has_its_list(self):
        self.store("Room · on an actor")
        self.has("1 action")
        expect(self.row("hello")).to_be_visible()
        self.store("Closures")
        self.has("1 action")
        self.store("Shop")
        self.has("9 actions")

    def test_a_closed_store_is_told(self):
        self.program.say("close")
        expect(self.page.locator(".connection")).to_have_text("closed")
        expect(self.page.get_by_role("combobox", name="Action to send")).to_be_disabled()
        self.has("9 actions")

    def test_an_action_is_noted_and_found_by_it(self):
        self.select("ordered")
        note = self.page.get_by_role("textbox", name="Note on this action")
        note.fill("Here it broke")
        note.press("Enter")
        expect(self.notice).to_have_text("Action 6 is noted.")
        expect(self.row("ordered")).to_contain_text("Here it broke")
        self.button("Noted").click()
        self.has("1 of 9 actions")
        self.button("Noted").click()
        self.has("9 actions")
        self.select("ordered")
        note.fill("")
        note.press("Enter")
        expect(self.row("ordered")).not_to_contain_text("Here it broke")


class DroppedTests(PageTests):
    arguments = ("--limit", "50", "--actions", "200")
    first_row = None

    def test_actions_that_the_app_dropped_are_told(self):
        expect(self.page.locator(".list-head p")).to_have_text(re.compile(r"^5\d actions · 15\d actions dropped$"))
        self.list.press("Home")
        expect(self.page.get_by_role("row", name="State before these actions")).to_be_visible()
        expect(self.title).to_have_text("State before these actions")


class MountedTests(PageTests):
    arguments = ("--mounted", "Offers")

    def test_what_is_mounted_is_named(self):
        expect(self.page.locator(".connection")).to_have_text("live · with Offers")

    def test_an_action_of_an_effect_names_the_line_of_the_effect(self):
        self.select("loaded")
        expect(self.page.locator(".site")).to_have_text(re.compile(r"^Inspected/Shop\.swift:\d+$"))
        self.select("account.login")
        expect(self.page.locator(".site")).to_have_count(0)
