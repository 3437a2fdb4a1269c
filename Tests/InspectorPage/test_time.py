"""Time travel, in the page and in the app; what if; sending; session files; and the test that is made of a range."""

import json
import pathlib
import re
import tempfile

from browser import PageTests, expect


class TimeTests(PageTests):
    def app_shows(self, number):
        self.travels(is_on=number is not None)
        if number is not None:
            expect(self.role("row").filter(has_text="in the app")).to_contain_text(str(number))

    def test_steps_go_through_the_list(self):
        self.button("First").click()
        self.is_titled("State before these actions")
        self.button("Step forward").click()
        self.is_titled("account.login")
        self.button("Step forward").click()
        self.button("Step back").click()
        self.is_titled("account.login")
        self.role("toolbar", "Time travel").get_by_role("button", name="Newest").click()
        self.is_titled("search.found")
        expect(self.at(".place")).to_have_text("9 of 9")

    def test_the_slider_goes_to_any_place(self):
        slider = self.role("slider", "Position in the list")
        slider.fill("6")
        self.is_titled("ordered")
        slider.press("ArrowLeft")
        self.is_titled("article")

    def test_playing_ends_with_the_newest_action(self):
        self.role("combobox", "Speed").select_option("100")
        self.select("account.login")
        self.button("Play").click()
        self.is_titled("search.found")
        expect(self.button("Play")).to_be_visible()

    def test_playing_can_be_paused(self):
        self.role("combobox", "Speed").select_option("0.25")
        self.button("First").click()
        self.is_titled("State before these actions")
        self.button("Play").click()
        self.button("Pause").click()
        expect(self.button("Play")).to_be_visible()

    def test_the_app_shows_what_is_selected_and_waits(self):
        self.select("ordered")
        self.button("Show in the app", self.role("toolbar", "This action")).click()
        self.app_shows(6)
        self.row("search.typed").click()
        self.app_shows(3)
        self.program.send("increment")
        self.role("combobox", "Action to send").fill("tick")
        self.press("Enter")
        expect(self.notice).to_contain_text("waits")
        self.has("9 actions")
        self.role("switch").click()
        self.app_shows(None)
        # What was sent meanwhile is reduced now.
        self.has("11 actions")

    def test_another_page_sees_that_the_app_travels(self):
        other = self.open()
        self.select("ordered")
        self.list.focus()
        self.press("Enter")
        self.app_shows(6)
        self.travels(other)
        other.get_by_role("switch").click()
        self.app_shows(None)

    def test_the_app_goes_on_from_an_old_state(self):
        self.select("search.typed")
        self.press("t")
        self.app_shows(3)
        self.button("Go on from here").click()
        self.app_shows(None)
        self.has("3 actions")
        self.program.send("increment")
        expect(self.row("increment")).to_be_visible()
        expect(self.tab("Difference").locator("ins")).to_have_text("1")

    def test_commit_empties_the_list_and_keeps_the_state(self):
        self.button("Commit").click()
        self.has("0 actions")
        expect(self.page.get_by_text("No action yet.")).to_be_visible()
        expect(self.tab("State").get_by_role("treeitem", name="counter: 1", exact=True)).to_be_visible()

    def test_revert_goes_back_to_the_base_and_reset_to_the_beginning(self):
        self.button("Commit").click()
        self.has("0 actions")
        self.program.send("increment")
        self.has("1 action")
        self.button("Revert").click()
        self.has("0 actions")
        panel = self.tab("State")
        expect(panel.get_by_role("treeitem", name="counter: 1", exact=True)).to_be_visible()
        self.button("Reset").click()
        expect(panel.get_by_role("treeitem", name="counter: 0", exact=True)).to_be_visible()

    def test_an_action_that_is_typed_is_sent(self):
        field = self.role("combobox", "Action to send")
        for text, title in [("increment", "increment"), ("account.logout", "account.logout"), ("add(by: 3)", "add"),
                            ('{"add": {"by": 4}}', "add")]:
            with self.subTest(text):
                field.fill(text)
                self.button("Send").click()
                self.is_titled(title)
                expect(field).to_have_value("")

    def test_what_is_no_action_says_what_was_expected(self):
        self.try_sending("fly(to: moon)")
        expect(self.at("#sending-problem")).to_be_visible()
        expect(self.sending).to_have_attribute("aria-invalid", "true")
        self.assertGreater(len(self.at("#sending-problem").text_content()), 10)
        self.has("9 actions")
        self.sending.fill("fl")
        expect(self.at("#sending-problem")).to_be_hidden()

    def test_an_action_is_changed_and_sent_again(self):
        self.select("ordered")
        expect(self.button("Change and send again")).to_be_enabled()
        self.press("r")
        expect(self.sending).to_be_focused()
        self.assertIn("ordered", self.sending.input_value())
        self.try_sending(self.sending.input_value().replace("2", "5"))
        self.has("11 actions")


class WhatIfTests(PageTests):
    def test_a_skipped_action_changes_what_came_after_it(self):
        self.select("increment")
        self.button("What if it were skipped").click()
        self.notices("What if: 1 action skipped.")
        self.skips(1)
        self.row("search.found").click()
        panel = self.tab("What if")
        expect(panel.get_by_role("listitem").filter(has_text="counter")).to_contain_text("0")
        self.button("Take in action 7 again").click()
        expect(panel).to_contain_text("Skip an action")
        self.skips(0)

    def test_a_moved_action_is_replayed_in_its_new_place(self):
        self.role("row", re.compile("^4 search.typed")).click()
        expect(self.at(".detail-meta")).to_contain_text("#4")
        self.press("Alt+ArrowUp")
        self.notices("What if: 1 action moved.")
        panel = self.tab("What if")
        expect(panel.get_by_role("listitem").first).to_contain_text("With #4 before #3")
        self.button("Look at it as a list").click()
        self.connection_is("read-only")
        titles = self.at(".action-row .row-number")
        expect(titles.nth(3)).to_have_text("4")
        expect(titles.nth(4)).to_have_text("3")
        expect(self.role("switch")).to_be_disabled()

    def test_what_if_is_forgotten(self):
        self.select("increment")
        self.press("s")
        self.skips(1)
        stores = self.role("combobox", "Store").get_by_role("option")
        expect(stores).to_have_count(4)
        self.tab("What if")
        self.button("Forget it").click()
        expect(stores).to_have_count(3)

    def test_the_app_itself_does_not_change(self):
        self.select("increment")
        self.press("s")
        self.skips(1)
        self.program.send("increment")
        expect(self.row("10")).to_be_visible()
        self.row("10").click()
        expect(self.tab("State").get_by_role("treeitem", name="counter: 2", exact=True)).to_be_visible()

    def test_a_store_without_reducer_says_why_not(self):
        self.store("Room · on an actor")
        self.select("hello")
        self.press("s")
        expect(self.notice).to_contain_text("cannot replay")


def session(count=3):
    """A session of a counter, as another program could have written it."""
    states = [{"value": 10 * index, "history": list(range(index))} for index in range(count + 1)]
    actions = {"0": {"type": "PERFORM_ACTION", "action": {"type": "@@INIT"}, "timestamp": 1_700_000_000_000}}
    for index in range(1, count + 1):
        actions[str(index)] = {
            "type": "PERFORM_ACTION", "timestamp": 1_700_000_000_000 + 40 * index,
            "action": {"type": "meter/rise", "payload": {"by": 10, "reason": f"step {index}"}},
            "stack": f"Error\n    at Meter.reduce (Sources/Meter.swift:{index}:5)",
        }
    return {
        "actionsById": actions, "nextActionId": count + 1, "stagedActionIds": list(range(count + 1)),
        "skippedActionIds": [], "committedState": states[0], "currentStateIndex": count,
        "computedStates": [{"state": state} for state in states], "isLocked": False, "isPaused": False,
        "monitorState": {},
    }


class FileTests(PageTests):
    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def export(self, name):
        """The text of an exported file."""
        self.button("Export").click()
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name=name).click()
        self.press("Escape")
        return pathlib.Path(download.value.path()).read_text(encoding="utf-8")

    def choose(self, contents, name="session.json"):
        path = self.folder / name
        contents = json.dumps(contents) if isinstance(contents, dict) else contents
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        self.page.get_by_label("File to import").set_input_files(path)

    def test_an_exported_session_has_all_actions_and_no_secret(self):
        self.select("ordered")
        text = self.export("Whole session (Redux DevTools)")
        written = json.loads(text)
        self.assertEqual(len(written["stagedActionIds"]), 10)
        self.assertEqual(written["actionsById"]["6"]["action"]["type"], "ordered")
        self.assertEqual(written["computedStates"][9]["state"]["counter"], 1)
        self.assertNotIn("tell-nobody", text)

    def test_a_range_is_exported(self):
        self.select_range("search.typed", "ordered")
        written = json.loads(self.export("Session of actions 3 to 6"))
        types = [written["actionsById"][str(one)]["action"]["type"] for one in written["stagedActionIds"]]
        self.assertEqual(types, ["@@INIT", "search/typed", "search/typed", "article", "ordered"])

    def test_an_exported_session_opens_again(self):
        self.choose(self.export("Whole session (Redux DevTools)"), "shop.json")
        self.notices("“shop.json” is open.")
        self.connection_is("read-only")
        self.has("9 actions")
        self.row("ordered").click()
        expect(self.tab("Difference")).to_contain_text("basket")

    def test_a_session_of_another_program_opens(self):
        self.choose(session())
        self.notices("“session.json” is open.")
        self.has("3 actions")
        self.row("meter").last.click()
        expect(self.tab("Action")).to_contain_text("rise")
        expect(self.tab("Difference")).to_contain_text("value")
        expect(self.sending).to_be_hidden()
        for name in ["Commit", "Revert", "Reset"]:
            expect(self.button(name)).to_be_disabled()
        self.button("Close").click()
        self.has("9 actions")

    def test_a_file_that_is_none_says_why_and_changes_nothing(self):
        whole = json.dumps(session())
        for name, text in {
            "cut.json": whole[: len(whole) // 2],
            "other.json": '{"name": "left-pad", "version": "1.3.0"}',
            "list.json": "[1, 2, 3]",
            "empty.json": "",
            "noise.json": bytes(range(256)) * 40,
            "deep.json": "[" * 100_000,
            "fewer-states.json": json.dumps(session() | {"computedStates": []}),
            "cut.tributary": "tributary session 1\tshop\nsnapshot 0 17000",
        }.items():
            with self.subTest(name):
                self.choose(text, name)
                expect(self.notice).to_contain_text(f"“{name}”: ")
                self.has("9 actions")

    def test_a_file_that_is_too_large_is_not_even_sent(self):
        path = self.folder / "huge.json"
        with open(path, "wb") as file:
            file.truncate(500 * 1024 * 1024)
        self.page.get_by_label("File to import").set_input_files(path)
        self.notices("“huge.json” has 500 MB; a session file may have 64 MB.")

    def test_a_swift_test_is_made_of_a_range(self):
        self.select_range("search.typed", "ordered")
        self.press("e")
        expect(self.at(".code")).to_contain_text("@Test")
        expect(self.at(".code")).to_contain_text("ordered")
        self.press("Escape")
        self.assertIn("@Test", self.export("Swift test, as a file"))

    def test_a_note_is_in_the_exported_session(self):
        self.select("ordered")
        self.note("here")
        expect(self.row("ordered")).to_contain_text("here")
        written = json.loads(self.export("Whole session"))
        self.assertIn("here", json.dumps(written["actionsById"]["6"]))


class JournalExportTests(PageTests):
    def setUp(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.arguments, self.file = ("--journal", folder), folder / "shop.tributary"
        super().setUp()

    def test_what_a_journal_exported_opens_beside_the_app(self):
        self.assertNotIn("tell-nobody", self.file.read_text(encoding="utf-8"))
        self.page.get_by_label("File to import").set_input_files(self.file)
        self.notices("“shop.tributary” is open.")
        self.connection_is("read-only")
        self.select("ordered")
        expect(self.tab("Difference")).to_contain_text("basket")
        # Its actions are reduced again, so they can be left out, too.
        self.press("s")
        self.notices("What if: 1 action skipped.")
        self.button("Close").click()
        self.has("9 actions")

    def test_that_of_another_store_says_so(self):
        self.store("Room · on an actor")
        self.has("1 action")
        self.page.get_by_label("File to import").set_input_files(self.file)
        expect(self.notice).to_contain_text("“shop.tributary”: An export of a journal holds actions")
        self.has("1 action")
