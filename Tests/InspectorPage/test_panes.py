"""What is told of the selected action."""

import re

from browser import PageTests, expect


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
