"""The list of actions, two pages at once, and an app that goes and comes back."""

import re

from browser import Browser, Inspected, PageTests, expect


class ListTests(PageTests):
    def test_an_action_has_number_title_payload_cause_and_time(self):
        self.has("9 actions")
        # Actions, and the state before them.
        expect(self.list).to_have_attribute("aria-rowcount", "10")
        expect(self.row("account.login")).to_have_accessible_name(re.compile(r"^1 account\.login, .*sent to the store"))
        expect(self.role("row", re.compile(r"^2 load, sent by a reducer because of 1, in the same turn"))).to_be_visible()
        expect(self.row("loaded")).to_have_accessible_name(re.compile(r"sent by an effect because of 2"))
        expect(self.row("ordered").locator(".row-detail")).to_contain_text("count: 2")
        expect(self.row("search.found").locator(".row-since")).to_have_text(re.compile(r"^\+[\d.]+ (ms|s)$"))
        self.assertEqual(self.row("because of 1").count(), 0, "A cause is told in its own words, not by a row's text.")

    def test_the_base_stands_before_the_first_action(self):
        self.role("row", re.compile("Initial state")).click()
        self.is_titled("State before these actions")
        expect(self.tab("State")).to_contain_text("counter")

    def test_new_actions_come_by_themselves_and_are_followed(self):
        self.program.send("increment")
        expect(self.row("10")).to_contain_text("increment")
        self.is_titled("increment")
        expect(self.at(".detail-meta")).to_contain_text("#10")

    def test_who_selects_an_action_is_left_there(self):
        self.select("ordered")
        self.program.send("increment")
        self.has("10 actions")
        self.is_titled("ordered")
        self.button("Newest", self.at(".list-head")).click()
        self.is_titled("increment")

    def test_a_filter_finds_titles_values_origins_causes_and_turns(self):
        for text, found in [
            ("search", 3), ("value:book", 2), ("origin:effect", 2), ("cause:2", 1), ("turn:1", 2),
            ("search value:book", 2), ("SEARCH.typed", 2), ("\"search.found\"", 1), ("nothing-of-the-kind", 0),
        ]:
            with self.subTest(text):
                self.filter.fill(text)
                self.has(f"{found} of 9 actions")
        expect(self.page.get_by_text("No action matches.")).to_be_visible()
        self.filter.press("Escape")
        self.has("9 actions")
        expect(self.filter).to_have_value("")

    def test_a_filter_that_cannot_be_understood_says_so(self):
        self.filter.fill("origin:moon")
        expect(self.at("#filter-problem")).to_have_text("An origin is store, reducer, effect.")
        expect(self.filter).to_have_attribute("aria-invalid", "true")

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
        self.filter.fill("increment")
        self.has("1 of 9 actions")
        self.program.send("increment")
        self.has("2 of 10 actions")

    def test_turns_are_joined_and_can_be_folded(self):
        expect(self.at(".is-follower")).to_have_count(3)
        self.button("Turns folded").click()
        self.has("6 of 9 actions")
        expect(self.row("account.login")).to_contain_text("1 more in the turn")
        self.button("Turns folded").click()
        self.has("9 actions")

    def test_a_range_is_selected_with_shift(self):
        self.select_range("search.typed", "ordered")
        expect(self.at(".is-in-range")).to_have_count(4)
        expect(self.role("row", selected=True)).to_have_count(4)

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
        self.connection_is("closed")
        expect(self.role("combobox", "Action to send")).to_be_disabled()
        self.has("9 actions")

    def test_an_action_is_noted_and_found_by_it(self):
        self.select("ordered")
        self.note("Here it broke")
        self.notices("Action 6 is noted.")
        expect(self.row("ordered")).to_contain_text("Here it broke")
        self.button("Noted").click()
        self.has("1 of 9 actions")
        self.button("Noted").click()
        self.has("9 actions")
        self.select("ordered")
        self.note("")
        expect(self.row("ordered")).not_to_contain_text("Here it broke")


class DroppedTests(PageTests):
    arguments = ("--limit", "50", "--actions", "200")
    first_row = None

    def test_actions_that_the_app_dropped_are_told(self):
        self.has(re.compile(r"^5\d actions · 15\d actions dropped$"))
        self.list.press("Home")
        expect(self.role("row", re.compile("State before these actions"))).to_be_visible()
        self.is_titled("State before these actions")


class MountedTests(PageTests):
    arguments = ("--mounted", "Offers")

    def test_what_is_mounted_is_named(self):
        self.connection_is("live · with Offers")

    def test_an_action_of_an_effect_names_the_line_of_the_effect(self):
        self.select("loaded")
        expect(self.at(".site")).to_have_text(re.compile(r"^Inspected/Shop\.swift:\d+$"))
        self.select("account.login")
        expect(self.at(".site")).to_have_count(0)


class ConnectionTests(PageTests):
    def test_two_pages_see_the_same(self):
        other = self.open()
        expect(self.row("search.found", other)).to_be_visible()
        self.select("ordered")
        self.note("both see it")
        expect(self.row("ordered", other)).to_contain_text("both see it")
        # Each has its own selection.
        expect(other.locator(".detail-title")).to_have_text("search.found")

    def test_a_lost_connection_is_told_and_found_again(self):
        self.select("ordered")
        self.program.kill()
        expect(self.role("alert").filter(has_text="The connection to the app is lost")).to_be_visible()
        self.connection_is("not connected")
        # What was there is still read.
        self.has("9 actions")
        self.program = Inspected(port=self.program.port)
        self.button("Try now").click()
        self.connection_is("live")
        expect(self.at(".banner")).to_be_hidden()
        # Another run of the app begins anew.
        self.is_titled("search.found")

    def test_it_reconnects_by_itself(self):
        self.program.kill()
        expect(self.at(".banner")).to_be_visible()
        self.program = Inspected(port=self.program.port)
        self.connection_is("live")
        self.program.send("increment")
        expect(self.row("10")).to_be_visible()

    def test_the_same_run_goes_on_where_it_was(self):
        self.select("ordered")
        # The socket is closed under the page, and the app knows nothing of it.
        self.page.context.set_offline(True)
        self.page.context.new_cdp_session(self.page).send("Network.enable")
        self.page.context.set_offline(False)
        self.program.send("increment")
        self.has("10 actions")
        self.is_titled("ordered")

    def test_a_wrong_token_shows_nothing(self):
        self.contexts.append(Browser.start().new_context())
        answer = self.contexts[-1].new_page().goto(self.program.address.split("?")[0] + "?token=wrong")
        self.assertEqual(answer.status, 403)

    def test_nothing_is_asked_of_anybody_else(self):
        requests = []
        page = self.open()
        page.on("request", lambda request: requests.append(request.url))
        page.reload()
        expect(self.row("search.found", page)).to_be_visible()
        self.assertGreater(len(requests), 10)
        here = f"http://127.0.0.1:{self.program.port}/"
        self.assertEqual([url for url in requests if not url.startswith(here)], [])
