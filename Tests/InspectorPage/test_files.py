# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Session files that are written and read, and the test that is made of a range."""

import json
import pathlib
import tempfile

from inspected import PageTests, expect
from session_file import faults


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
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def export(self, name):
        self.button("Export").click()
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name=name).click()
        self.page.keyboard.press("Escape")
        path = self.folder / "exported"
        download.value.save_as(path)
        return path

    def choose(self, text, name="session.json"):
        path = self.folder / name
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        self.page.get_by_label("File to import").set_input_files(path)

    def test_an_exported_session_keeps_every_invariant(self):
        self.select("ordered")
        path = self.export("Whole session (Redux DevTools)")
        written = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual(faults(written), [])
        self.assertEqual(len(written["stagedActionIds"]), 10)
        self.assertEqual(written["actionsById"]["6"]["action"]["type"], "ordered")
        self.assertEqual(written["computedStates"][9]["state"]["counter"], 1)
        self.assertNotIn("tell-nobody", path.read_text(encoding="utf-8"))

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
        self.row("search.typed").click()
        self.row("ordered").click(modifiers=["Shift"])
        written = json.loads(self.export("Session of actions 3 to 6").read_text(encoding="utf-8"))
        self.assertEqual(faults(written), [])
        self.assertEqual(len(written["stagedActionIds"]), 5)

    def test_an_exported_session_opens_again(self):
        path = self.export("Whole session (Redux DevTools)")
        self.choose(path.read_text(encoding="utf-8"), "shop.json")
        expect(self.notice).to_have_text("“shop.json” is open.")
        expect(self.page.locator(".connection")).to_have_text("read-only")
        self.has("9 actions")
        self.row("ordered").click()
        expect(self.tab("Difference")).to_contain_text("basket")

    def test_a_session_of_another_program_opens(self):
        self.choose(session())
        expect(self.notice).to_have_text("“session.json” is open.")
        self.has("3 actions")
        self.row("meter").last.click()
        expect(self.tab("Action")).to_contain_text("rise")
        expect(self.tab("Difference")).to_contain_text("value")
        expect(self.page.locator("#sending")).to_be_hidden()
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
        strange = session() | {"committedState": {"$jsan": "d0", "loop": {"$jsan": "$"}}}
        self.choose(strange, "jsan.json")
        expect(self.notice).to_contain_text("“jsan.json”")

    def test_a_file_that_is_too_large_is_not_even_sent(self):
        path = self.folder / "huge.json"
        with open(path, "wb") as file:
            file.truncate(500 * 1024 * 1024)
        self.page.get_by_label("File to import").set_input_files(path)
        expect(self.notice).to_have_text("“huge.json” has 500 MB; a session file may have 64 MB.")

    def test_a_swift_test_is_made_of_a_range(self):
        self.row("search.typed").click()
        self.row("ordered").click(modifiers=["Shift"])
        self.page.keyboard.press("e")
        code = self.page.locator(".code")
        expect(code).to_contain_text("@Test")
        expect(code).to_contain_text("ordered")
        self.page.keyboard.press("Escape")
        path = self.export("Swift test, as a file")
        self.assertIn("@Test", path.read_text(encoding="utf-8"))

    def test_a_note_is_in_the_exported_session(self):
        self.select("ordered")
        self.page.get_by_role("textbox", name="Note on this action").fill("here")
        self.page.keyboard.press("Enter")
        expect(self.row("ordered")).to_contain_text("here")
        written = json.loads(self.export("Whole session").read_text(encoding="utf-8"))
        self.assertIn("here", json.dumps(written["actionsById"]["6"]))


class JournalExportTests(PageTests):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.arguments = ("--journal", folder.name)
        self.file = pathlib.Path(folder.name) / "shop.tributary"
        super().setUp()

    def test_what_a_journal_exported_opens_beside_the_app(self):
        self.assertNotIn("tell-nobody", self.file.read_text(encoding="utf-8"))
        self.page.get_by_label("File to import").set_input_files(self.file)
        expect(self.notice).to_have_text("“shop.tributary” is open.")
        expect(self.page.locator(".connection")).to_have_text("read-only")
        self.select("ordered")
        expect(self.tab("Difference")).to_contain_text("basket")
        # Its actions are reduced again, so they can be left out, too.
        self.page.keyboard.press("s")
        expect(self.notice).to_have_text("What if: 1 action skipped.")
        self.button("Close").click()
        self.has("9 actions")

    def test_that_of_another_store_says_so(self):
        self.store("Room · on an actor")
        self.has("1 action")
        self.page.get_by_label("File to import").set_input_files(self.file)
        expect(self.notice).to_contain_text("“shop.tributary”: An export of a journal holds actions")
        self.has("1 action")
