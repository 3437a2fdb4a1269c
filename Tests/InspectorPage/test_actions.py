"""The list of actions, the panes of the selected one, long lists and large states, two pages, and an app that goes and comes back."""

import json
import pathlib
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
    expected_complaints = (*PageTests.expected_complaints, "ERR_CONTENT_LENGTH_MISMATCH")  # The app is killed, maybe while it sends a file.

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


class PaneTests(PageTests):
    def test_the_action_is_a_tree_that_opens(self):
        self.select("ordered")
        panel = self.tab("Action")
        tree = panel.get_by_role("tree", name="Action 6")
        expect(tree.get_by_role("treeitem").first).to_have_attribute("aria-expanded", "true")
        expect(panel).to_contain_text("count")

    def test_the_state_opens_level_by_level(self):
        self.select("search.found")
        panel = self.tab("State")
        articles = self.item("articles")
        expect(articles).to_have_attribute("aria-expanded", "false")
        articles.locator(".node-line").first.click()
        expect(articles).to_have_attribute("aria-expanded", "true")
        expect(articles.get_by_role("treeitem")).to_have_count(20)
        # What is open stays open for the next action.
        self.select("loaded")
        expect(panel.get_by_role("tree", name="State after action 8")).to_be_visible()
        expect(articles.get_by_role("treeitem")).to_have_count(20)

    def test_a_secret_never_comes_to_the_page(self):
        frames = []
        self.page = self.open()
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
        self.page.reload()
        expect(self.row("account.login")).to_be_visible()
        self.row("account.login").click()
        for tab in ["Action", "Difference", "State"]:
            self.tab(tab)
        self.press("e")
        expect(self.at(".code")).not_to_have_text("…")
        self.press("Escape")
        self.tab("State")
        self.open_item("user")
        expect(self.item("user")).to_contain_text("•••")
        self.assertGreater(len(frames), 5)
        self.assertNotIn("tell-nobody", "".join(frames))

    def test_the_difference_has_each_value_before_and_after(self):
        self.select("ordered")
        panel = self.tab("Difference")
        change = panel.get_by_role("listitem").filter(has_text="basket")
        expect(change).to_have_count(1)
        expect(change.locator("ins")).to_be_visible()
        self.row("increment").click()
        expect(panel.locator("del")).to_have_text("0")
        expect(panel.locator("ins")).to_have_text("1")
        expect(self.button("counter changed from 0 to 1")).to_be_visible()

    def test_a_difference_can_be_against_any_state(self):
        self.select("search.found")
        panel = self.tab("Difference")
        expect(panel.get_by_role("listitem")).not_to_have_count(0)
        self.role("spinbutton").fill("1")
        self.role("spinbutton").press("Enter")
        expect(panel).to_contain_text("counter")
        expect(panel).to_contain_text("basket")

    def test_an_action_that_changes_nothing_says_so(self):
        self.select("article")
        expect(self.tab("Difference")).to_contain_text("left the state as it was")

    def test_a_change_leads_to_its_place_in_the_state(self):
        self.select("search.found")
        self.tab("Difference")
        self.at(".change-path").first.click()
        self.shows_tab("State")
        expect(self.item("results").first).to_be_visible()

    def test_effects_have_name_state_times_and_the_action_that_cancelled_them(self):
        self.row("search.typed").click()
        panel = self.tab("Effects")
        row = panel.get_by_role("row").filter(has=self.role("rowheader", re.compile("^search")))
        expect(row).to_contain_text("cancelled by #4")
        panel.get_by_role("button", name="Cancelled by action 4").click()
        expect(self.at(".detail-meta")).to_contain_text("#4")
        expect(panel).to_contain_text("Effects that this action cancelled (1 effect)")
        expect(panel.get_by_role("button", name="Sent action 9")).to_be_visible()

    def test_running_effects_are_told_until_they_end(self):
        panel = self.tab("Effects")
        self.button("Running").click()
        expect(panel).to_contain_text("There are none.")
        self.program.send("wait")
        expect(panel.get_by_role("rowheader", name="waiting")).to_be_visible()
        expect(panel.get_by_text("running", exact=True)).to_be_visible()
        self.program.send("stop")
        expect(panel).to_contain_text("There are none.")
        self.button("All of the store").click()
        expect(panel.get_by_role("row").filter(has_text="waiting")).to_contain_text("cancelled")

    def test_an_answer_that_was_overtaken_does_not_count_as_shown(self):
        # The store does something (and the pane asks again) while the first answer is on its way.
        shown = self.page.evaluate("""async () => {
            const { EffectsPane } = await import(new URL("./effects-pane.js", document.baseURI).href);
            const answers = [];
            const ask = () => new Promise((answer) => answers.push(answer));
            const pane = new EffectsPane({ current: 0, selected: 1, isBaseSelected: false, connection: { ask } });
            const all = pane.show();
            pane.show();
            const answer = () => ({ effects: [], cancelledEffects: [] });
            answers.shift()(answer());
            while (answers.length === 0) await Promise.resolve();
            answers.shift()(answer());
            await all;
            return pane.element.textContent;
        }""")
        self.assertIn("This action began no effect.", shown)

    def test_the_graph_of_causes_leads_from_root_to_leaf(self):
        self.select("loaded")
        self.tab("Causes")
        items = self.role("tree", "Causes").get_by_role("treeitem")
        expect(items).to_have_count(3)
        expect(items.nth(0)).to_have_accessible_name(re.compile(r"^1 account\.login"))
        expect(items.nth(1)).to_have_accessible_name(re.compile(r"^2 load, .*effect load ended"))
        expect(items.nth(2)).to_have_attribute("aria-level", "3")
        expect(items.nth(2)).to_have_attribute("aria-selected", "true")
        items.nth(0).click()
        self.is_titled("account.login")

    def test_u_goes_to_the_cause(self):
        self.select("loaded")
        self.press("u")
        self.is_titled("load")

    def test_pins_follow_the_selection_and_are_kept(self):
        self.select("search.found")
        self.tab("State")
        self.role("treeitem", "counter: 1").hover()
        self.button("Pin counter").click()
        pins = self.role("region", "Pinned")
        expect(pins).to_contain_text("counter")
        expect(pins.locator(".node-value")).to_have_text("1")
        self.select("ordered")
        expect(pins.locator(".node-value")).to_have_text("0")
        expect(pins.locator(".is-changed")).to_have_count(1)
        self.page.reload()
        expect(pins.locator(".node-value")).to_have_text("1")
        self.button("Show only actions that changed counter").click()
        self.has("1 of 9 actions")
        self.button("changed counter").click()
        self.has("9 actions")
        self.button("Remove the pin of counter").click()
        expect(pins).to_be_hidden()

    def test_what_cannot_be_reflected_says_what_it_is(self):
        self.store("Closures")
        self.row("Function").or_(self.role("row").nth(1)).first.click()
        expect(self.tab("State")).to_contain_text("1")
        expect(self.role("combobox", "Action to send")).to_be_disabled()


# A busy machine lets a page wait: so what fails is the processor's time that a frame takes and not the time that passes, which is told
# beside it.

measure_frames = """
window.frames = [];
let last = performance.now();
const frame = (now) => { window.frames.push(now - last); last = now; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
"""


def best_of_three(test):
    """Measures again if a limit is exceeded: another program may have emptied the caches of the processor meanwhile."""
    def run(self):
        for _ in range(2):
            try:
                return test(self)
            except AssertionError as error:
                print(f"  measured again: {error}")
                self.watch(self.page)
        return test(self)
    return run


class ManyActionsTests(PageTests):
    # With the nine that each test begins with, these are 100,000.
    arguments = ("--actions", "99991", "--limit", "100000")
    first_row = None

    script = measure_frames

    def setUp(self):
        super().setUp()
        self.watch(self.page)

    def watch(self, page):
        """Counts from now on: the page's own modules are run, whose number does not depend on that of the actions."""
        expect(page.locator(".list-head p")).to_contain_text("100,000 actions")
        Browser.start().start_tracing(categories=["toplevel"])

    def tell(self, what):
        """Tells and checks what was drawn since then."""
        frames = self.page.evaluate("window.frames.splice(0)")
        heap = self.page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        events = json.loads(Browser.start().stop_tracing())["traceEvents"]
        pages = {
            (event["pid"], event["tid"])
            for event in events if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
        }
        # A frame with its script, style, layout and paint is one task of the page's thread, and so is an answer that comes.
        tasks = [
            (event["tdur"] / 1000, event["pid"])
            for event in events
            if event["name"].endswith("RunTask") and "tdur" in event and (event["pid"], event["tid"]) in pages
        ]
        self.assertGreater(len(tasks), 20)
        longest, process = max(tasks)
        memory = max(self.memory(process) for process in {process for _, process in tasks})
        print(
            f"  100,000 actions, {what}: {len(frames)} frames, the longest after {max(frames):.0f} ms; {len(tasks)} tasks, the longest "
            f"{longest:.0f} ms of the processor; {heap:.1f} MB of objects, {memory:.0f} MB of the page's process"
        )
        self.assertLess(longest, 100)
        self.assertLess(heap, 200)
        self.assertLess(memory, 200)

    @staticmethod
    def memory(process):
        """The megabytes that a process has for itself; 0 where that cannot be told, or it is gone."""
        try:
            lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:
            return 0
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024

    @best_of_three
    def test_scrolling_keeps_the_document_small(self):
        for step in range(0, 50):
            self.list.evaluate("(list, top) => { list.scrollTop = top; }", step * 60_000)
        self.list.evaluate("(list) => { list.scrollTop = 1_500_000; }")
        expect(self.role("row").nth(5).locator(".row-title")).to_have_text(re.compile("tick"))
        # A row is asked for because it is in view: the page holds some screenfuls and not the list.
        self.assertLess(self.page.evaluate("document.querySelectorAll('*').length"), 2_000)
        self.tell("scrolled")

    @best_of_three
    def test_walking_with_the_keys(self):
        self.list.focus()
        for _ in range(60):
            self.press("ArrowUp")
        self.press("Home")
        self.is_titled("State before these actions")
        self.tell("walked with the keys")

    @best_of_three
    def test_filtering(self):
        self.filter.fill("ordered")
        self.has("1 of 100,000 actions")
        self.tell("filtered")

    def test_a_flood_is_folded_into_few_events(self):
        Browser.start().stop_tracing()
        frames = []
        page = self.open()
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(1)))
        page.reload()
        self.watch(page)
        frames.clear()
        self.program.say("tick 20000")
        expect(page.locator(".is-selected .row-number")).to_have_text("120000")
        self.assertLess(len(frames), 2_000)
        self.tell("20,000 more came")


class LargeStateTests(PageTests):
    arguments = ("--large", "1000000")

    def setUp(self):
        super().setUp()
        self.store("Large")
        self.tab("State")

    def test_a_million_rows_open_in_ranges(self):
        for name in ["rows", "420,000 … 429,999", "421,300 … 421,399"]:
            self.open_item(name)
            expect(self.item(name).locator(":scope > ul > li")).to_have_count(100)
        expect(self.item("421342: 421342")).to_be_visible()
        self.assertLess(self.page.evaluate("document.querySelectorAll('*').length"), 5_000)

    def test_a_long_text_is_cut_with_more(self):
        self.assertLessEqual(len(self.at(".kind-text").first.text_content()), 210)
        self.button("Whole text of text").click()
        expect(self.at(".whole")).to_have_text(re.compile(r"^.{9000,}$", re.DOTALL))

    def test_an_object_that_contains_itself_ends(self):
        for _ in range(12):
            items = self.at("[role=treeitem][aria-expanded=false]").filter(has_text=re.compile("ring|next|itself"))
            if items.count() == 0:
                break
            items.last.locator(".node-line").first.click()
        expect(self.at(".kind-cut, .kind-object").first).to_be_visible()
