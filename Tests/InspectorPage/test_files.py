"""Session files that are written and read, and the test that is made of a range."""

import json
import pathlib
import tempfile

from browser import PageTests, expect


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


def faults(session):
    """Everything that does not hold of a session file of Redux DevTools."""
    actions, staged = session["actionsById"], session["stagedActionIds"]
    skipped, computed, index = session["skippedActionIds"], session["computedStates"], session["currentStateIndex"]
    claims = {
        "the first staged action is 0": staged[:1] == [0],
        "action 0 is @@INIT": actions.get("0", {}).get("action", {}).get("type") == "@@INIT",
        "there is a state for each staged action": len(computed) == len(staged),
        "no action is staged twice": len(set(staged)) == len(staged),
        "each staged action is there": all(str(one) in actions for one in staged),
        "what is skipped is staged, and not @@INIT": all(one in staged for one in skipped) and 0 not in skipped,
        "the next identifier is higher than all": session["nextActionId"] > max(map(int, actions)),
        "the current state is one of the states": isinstance(index, int) and 0 <= index < len(computed),
        "each action is performed": all(one["type"] == "PERFORM_ACTION" for one in actions.values()),
        "each action has a type": all(isinstance(one["action"]["type"], str) for one in actions.values()),
        "each action has a time": all(isinstance(one["timestamp"], (int, float)) for one in actions.values()),
        "each stack is one": all(one.get("stack", "Error\n").startswith("Error\n") for one in actions.values()),
        "each entry has a state": all("state" in one for one in computed),
        "each error is a text": all(isinstance(one.get("error", ""), str) for one in computed),
        "a skipped action repeats the state": all(
            after["state"] == before["state"]
            for before, after, one in zip(computed, computed[1:], staged[1:], strict=False) if one in skipped),
        "the committed state is there": "committedState" in session,
        "no text is read as something else, and no number is rounded": is_plain(session),
    }
    return [claim for claim, holds in claims.items() if not holds]


def is_plain(value):
    """`$jsan` in a key is revived as another value, and an integer beyond 2^53 is rounded."""
    if isinstance(value, dict):
        return "$jsan" not in value and all(is_plain(one) for one in value.values())
    if isinstance(value, list):
        return all(is_plain(one) for one in value)
    return not isinstance(value, int) or isinstance(value, bool) or abs(value) <= 2**53


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

    def test_an_exported_session_keeps_every_invariant(self):
        self.select("ordered")
        text = self.export("Whole session (Redux DevTools)")
        written = json.loads(text)
        self.assertEqual(faults(written), [])
        self.assertEqual(len(written["stagedActionIds"]), 10)
        self.assertEqual(written["actionsById"]["6"]["action"]["type"], "ordered")
        self.assertEqual(written["computedStates"][9]["state"]["counter"], 1)
        self.assertNotIn("tell-nobody", text)

    def test_the_invariants_are_looked_at(self):
        self.assertEqual(faults(session()), [])
        broken = [
            {"stagedActionIds": [1, 2, 3, 0]}, {"currentStateIndex": 4}, {"nextActionId": 3}, {"skippedActionIds": [0]},
            {"skippedActionIds": [2]}, {"stagedActionIds": [0, 1, 2, 9]}, {"computedStates": [{"state": 1}]},
            {"committedState": {"$jsan": "d0"}}, {"committedState": 2**60},
        ]
        for change in broken:
            with self.subTest(change):
                self.assertNotEqual(faults(session() | change), [])

    def test_a_range_is_exported(self):
        self.select_range("search.typed", "ordered")
        written = json.loads(self.export("Session of actions 3 to 6"))
        self.assertEqual(faults(written), [])
        self.assertEqual(len(written["stagedActionIds"]), 5)

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

    def test_revived_values_are_not_obeyed(self):
        self.choose(session() | {"committedState": {"$jsan": "d0", "loop": {"$jsan": "$"}}}, "jsan.json")
        expect(self.notice).to_contain_text("“jsan.json”")

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
