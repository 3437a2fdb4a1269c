"""Drives every tool of `tributary-mcp` with the real client of the Model Context Protocol: over a living program, a journal and a session
file. With EXAMPLES, the folder of the examples, the newsroom is asked, too.

    questions.py [-k WORD]...       runs the tests
    questions.py planted [NOISE]    finds 20 defects that are planted in the examples, with three fixed strategies, without knowing the
                                    programs. It is told what somebody sees who uses the program: which part of the state is wrong, and
                                    what is wrong about it, or which action should have changed it. The answers that it compares with are
                                    what was planted
"""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

import mcp
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION

sys.path.append(str(pathlib.Path(__file__).parents[1] / "InspectorPage"))

from programs import Program  # noqa: E402

binaries = pathlib.Path(os.environ["BINARIES"])
examples = pathlib.Path(os.environ.get("EXAMPLES", ""))
reading = "stores actions action state difference why effects what_if bisect minimize test graph".split()


class Asking:
    """A client that has started `tributary-mcp` with sources; it counts its calls and the bytes of their answers."""

    def __init__(self, *sources, mode="auto"):
        parameters = StdioServerParameters(command=str(binaries / "tributary-mcp"), args=[str(one) for one in sources])
        self.client = Client(stdio_client(parameters), mode=mode)
        self.calls, self.bytes, self.last, self.seconds = 0, 0, 0.0, {}

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *error):
        return await self.client.__aexit__(*error)

    async def tools(self):
        return {tool.name for tool in (await self.client.list_tools()).tools}

    async def text(self, tool, **arguments):
        """The answer of a tool, and whether it is an error."""
        began = time.perf_counter()
        result = await self.client.call_tool(tool, arguments)
        self.last = time.perf_counter() - began
        self.seconds[tool] = min(self.last, self.seconds.get(tool, self.last))
        text = "".join(part.text for part in result.content)
        self.calls += 1
        self.bytes += len(text.encode())
        return text, bool(result.is_error)

    async def ask(self, tool, **arguments):
        """The answer of a tool, as an object."""
        text, is_error = await self.text(tool, **arguments)
        assert not is_error, f"{tool} {arguments}: {text}"
        return text if tool == "test" else json.loads(text)

    async def refusal(self, tool, **arguments):
        """Why a tool does not answer."""
        text, is_error = await self.text(tool, **arguments)
        assert is_error, f"{tool} {arguments} was answered: {text}"
        return text

    async def until(self, found, **arguments):
        """Asks for actions until one is there."""
        while not any(found in one["action"] for one in (await self.ask("actions", **arguments))["actions"]):
            await asyncio.sleep(0.01)


def address_of(program):
    return program.finds(r"http://127\.0\.0\.1:\S+")[0]


class Tools(unittest.IsolatedAsyncioTestCase):
    """What all sources have to say in the same words."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def start(self, program, *arguments):
        """A program, and its address."""
        program = Program(program, *arguments)
        self.addCleanup(program.kill)
        return program, address_of(program)

    def inspected(self, *arguments):
        """The inspector's demo, and its address; its first actions are there."""
        return self.start(binaries / "Inspected", *arguments)

    def journal(self, *arguments):
        """Lets the demo write a journal in the folder, and ends it."""
        program, _ = self.inspected("--journal", self.folder, *arguments)
        program.ends()

    def export(self, address):
        base, token = address.split("?token=")
        return urllib.request.urlopen(f"{base}export?token={token}&store=s1").read()

    async def drive(self, asking, path, value, name, replays=True, states=True):
        self.assertTrue((await asking.tools()).issuperset(reading))
        self.assertGreater(len((await asking.ask("stores"))["stores"]), 0)
        actions = (await asking.ask("actions", name=name))["actions"]
        self.assertGreater(len(actions), 0)
        number = actions[-1]["number"]
        self.assertEqual((await asking.ask("action", number=number))["action"]["number"], number)
        graph = (await asking.ask("graph", number=number))["actions"]
        self.assertIn(number, [one["number"] for one in graph])
        await asking.ask("effects", all=True)
        if not states:
            exists = {"path": path, "is": "exists"}
            for tool, arguments in [
                ("why", {"path": path}), ("difference", {"number": number}), ("bisect", exists), ("minimize", exists),
                ("what_if", {"skip": [number]}), ("test", {"from": number, "to": number}), ("state", {"number": number}),
            ]:
                with self.subTest(tool):
                    self.assertIn("QuestionServer.serve(journal:", await asking.refusal(tool, **arguments))
            return
        self.assertIn(value, json.dumps(await asking.ask("state", path=path)))
        self.assertIsInstance((await asking.ask("difference", number=number))["changes"], list)
        changes = (await asking.ask("why", path=path))["changes"]
        self.assertGreater(len(changes), 0)
        found = await asking.ask("bisect", path=path, **{"is": "equals"}, value=value)
        self.assertIn(found["number"], [one["number"] for one in changes])
        last = changes[0]["number"]
        if replays:
            would = await asking.ask("what_if", skip=[one["number"] for one in changes])
            self.assertEqual(would["differsAfter"], changes[-1]["number"])
            kept = await asking.ask("minimize", path=path, **{"is": "equals"}, value=value)
            self.assertGreater(kept["count"], 0)
            self.assertLessEqual(kept["count"], last)
            # What is left can be asked, too.
            test = await asking.ask("test", store=kept["store"], bytes=1_000_000)
        else:
            self.assertIn("no reducer", await asking.refusal("what_if", skip=[1]))
            self.assertIn("no reducer", await asking.refusal("minimize", path=path, **{"is": "exists"}))
            test = await asking.ask("test", **{"from": last, "to": last}, bytes=1_000_000)
        self.assertIn("TestStore(initialState:", test)
        self.assertNotIn("tell-nobody", test)


class LivingProgram(Tools):
    async def test_every_tool(self):
        program, address = self.inspected()
        # The newest revision, and the last that begins with a handshake.
        for mode, version in [("auto", LATEST_MODERN_VERSION), ("legacy", LATEST_HANDSHAKE_VERSION)]:
            async with Asking(address, "--allow-send", mode=mode) as asking:
                self.assertEqual(asking.client.protocol_version, version)
                await asking.until("search.found", name="found")
                await self.drive(asking, "search.text", "book", "typed")
                before = (await asking.ask("state", path="counter"))["value"]
                sent = await asking.ask("send", action="add(by: 5)")
                self.assertEqual(int((await asking.ask("state", path="counter"))["value"]), int(before) + 5)
                await asking.ask("travel", number=sent["number"] - 1)
                await asking.ask("travel")

    async def test_answers_have_six_kilobytes_unless_more_is_asked(self):
        program, address = self.inspected("--actions", "2000")
        async with Asking(address) as asking:
            for tool, arguments in [
                ("actions", {"limit": 200}), ("why", {"path": "counter", "limit": 200}), ("state", {"depth": 5}),
                ("state", {"path": "articles", "depth": 5}), ("effects", {"all": True}), ("stores", {}),
            ]:
                with self.subTest(tool):
                    text, _ = await asking.text(tool, **arguments)
                    self.assertLessEqual(len(text.encode()), 6_000)
            # Page by page, each once.
            numbers, before = [], {}
            while True:
                page = await asking.ask("actions", limit=200, **before)
                numbers += [one["number"] for one in page["actions"]]
                if "next" not in page:
                    break
                before = {"before": int(page["next"].split()[1])}
            self.assertEqual(numbers, list(range(numbers[0], 0, -1)))

    async def test_secrets_are_hidden_and_sending_is_off(self):
        program, address = self.inspected()
        async with Asking(address) as asking:
            self.assertEqual(await asking.tools(), set(reading))
            with self.assertRaises(mcp.MCPError):
                await asking.client.call_tool("send", {"action": "increment"})
            text, _ = await asking.text("state", path="user", depth=5)
            self.assertIn("•••", text)
            self.assertNotIn("tell-nobody", text)
            for number in range(1, 9):
                text, _ = await asking.text("action", number=number)
                self.assertNotIn("tell-nobody", text)

    async def test_a_wrong_token_and_another_host_are_refused(self):
        program, address = self.inspected("--token", "right")
        async with Asking(address.replace("right", "wrong")) as asking:
            text = await asking.refusal("stores")
            self.assertIn("token is missing or wrong", text)
            self.assertNotIn("right", text)
        async with Asking("http://example.org:80/?token=right") as asking:
            self.assertIn("http://127.0.0.1:PORT", await asking.refusal("stores"))

    async def test_a_program_that_ends_and_comes_back(self):
        program, address = self.inspected()
        place = self.folder / "address"
        place.write_text(f"Inspect Shop at {address}\n")
        async with Asking(place) as asking:
            await asking.ask("stores")
            program.ends()
            self.assertIn("No program answers", await asking.refusal("actions"))
            _, address = self.inspected()
            place.write_text(f"Inspect Shop at {address}\n")
            await asking.ask("actions")

    async def test_many_actions(self):
        count = int(os.environ.get("ACTIONS", "20000"))
        program, address = self.inspected("--actions", count, "--limit", 2 * count)
        async with Asking(address) as asking:
            await asking.until("search.found", name="found")
            program.say("gap")
            program.next("gap")
            # The first questions come before all is indexed.
            began = time.perf_counter()
            await asking.ask("stores")
            early = await asking.ask("why", path="counter")
            print(f"  opened, and “why” answered: {(time.perf_counter() - began) * 1000:.0f} ms,", early.get("indexed", "all"))
            self.assertEqual([one["number"] for one in early["changes"]], sorted((one["number"] for one in early["changes"]), reverse=True))
            waits = [0.0]
            while "indexed" in (known := await asking.ask("why", path="counter")):
                self.assertGreaterEqual(known["since"], 1)
                waits.append(asking.last)
                await asyncio.sleep(0.1)
            print(f"  indexed after {time.perf_counter() - began:.1f} s; an answer took at most {max(waits) * 1000:.0f} ms")
            self.assertEqual(known["total"], count + 1)
            asking.seconds.clear()
            for tool, arguments in [
                ("stores", {}), ("actions", {}), ("actions", {"name": "ordered"}), ("action", {"number": 5}),
                ("why", {"path": "basket"}), ("why", {"path": "counter"}), ("state", {}), ("effects", {}), ("graph", {"number": 1}),
                ("difference", {"number": count // 2}), ("bisect", {"path": "counter", "is": "above", "value": count - 1}),
                ("what_if", {"skip": [count // 2]}),
            ]:
                for _ in range(3):
                    await asking.ask(tool, **arguments)
            for tool, seconds in asking.seconds.items():
                print(f"  {tool} over {count:,} actions: {seconds * 1000:.1f} ms, {seconds * 1e6 / count:.2f} µs an action")
            self.export(address)
            program.say("gap")
            gap = float(program.next("gap"))
            print(f"  the main actor was kept for {gap:.1f} ms of processor time at most")
            self.assertLess(gap, 100)
            # The watch sees what does keep the main actor.
            program.say("tick 20000")
            program.say("gap")
            self.assertGreater(float(program.next("gap")), 5)
        self.journal("--actions", count)
        began = time.perf_counter()
        _, address = self.inspected("--ask", self.folder / "shop.sqlite")
        print(f"  a journal of {count:,} actions was opened in {time.perf_counter() - began:.2f} s")
        async with Asking(address) as asking:
            self.assertGreater((await asking.ask("stores"))["stores"][0]["actions"], count)


class Files(Tools):
    async def test_a_session(self):
        _, address = self.inspected()
        async with Asking(address) as asking:
            await asking.until("search.found", name="found")
        session = self.folder / "session.json"
        session.write_bytes(self.export(address))
        async with Asking(session) as asking:
            await self.drive(asking, "search.text", "book", "typed", replays=False)

    async def test_a_journal_alone_says_which_line_is_missing(self):
        self.journal()
        for name in ["shop.sqlite", "shop.tributary"]:
            async with Asking(self.folder / name) as asking:
                await self.drive(asking, "counter", "1", "ordered", states=False)

    async def test_a_journal_with_its_feature(self):
        self.journal()
        for name in ["shop.sqlite", "shop.tributary"]:
            async with Asking(self.inspected("--ask", self.folder / name)[1]) as asking:
                await self.drive(asking, "counter", "1", "ordered")

    async def test_what_is_no_source(self):
        for name, contents in [("a.png", b"\x89PNG"), ("empty", b""), ("a.sqlite", b"SQLite format 3\0" + bytes(90)), ("nothing", None)]:
            if contents is not None:
                (self.folder / name).write_bytes(contents)
            async with Asking(self.folder / name) as asking:
                await asking.refusal("stores")


@unittest.skipUnless((examples / "newsroom").exists(), "EXAMPLES names no folder")
class Newsroom(Tools):
    async def test_living_its_session_and_its_journal(self):
        journal, session = self.folder / "journal.sqlite", self.folder / "session.json"
        program, address = self.start(examples / "newsroom", "--journal", journal, "--inspect")
        program.say("login Ada")
        async with Asking(address, "--allow-send") as asking:
            await asking.until("signIn", name="signIn")
            name = (await asking.ask("stores"))["stores"][0]["name"]
            await self.drive(asking, "account.user.name", "Ada", "signIn")
            session.write_bytes(self.export(address))
            sent = await asking.ask("send", action='account.signIn(name: "Bob")')
            self.assertEqual((await asking.ask("state", path="account.user.name"))["text"], "Bob")
            await asking.ask("travel", number=sent["number"] - 1)
            await asking.ask("travel")
            program.say("quit")
            program.ends()
            self.assertIn("No program answers", await asking.refusal("why", path="account.user.name"))
        async with Asking(session) as asking:
            await self.drive(asking, "account.user.name", "Ada", "signIn", replays=False)
        async with Asking(journal) as asking:
            await self.drive(asking, "account.user.name", "Ada", "signIn", states=False)
        print("  the Newsroom's store:", name)


class Usage(unittest.TestCase):
    def test_usage(self):
        for arguments, status in [([], 64), (["--fly"], 64), (["--help"], 0)]:
            result = subprocess.run([str(binaries / "tributary-mcp"), *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual(result.returncode, status)
            self.assertIn("usage: tributary-mcp", result.stdout + result.stderr)


standup = "list.standups[id: 00000000-0000-0000-0000-00000000000"

# The defect; the symptom: a part of the state, and how it is wrong, or the action that should have changed it; and the
# action after which the state is wrong.
defects = [
    ("ownMessagesUnread", "unread.rust", ("exists", None), "rooms[rust].output.arrived"),
    ("echoStaysPending", "rooms[id: rust].pending", "frame.message", "rooms[rust].input.frame.message"),
    ("leftRoomShown", "current", "output.left", "rooms[swift].output.left"),
    ("tokenOutlivesRefusal", "signIn.token", "signIn.input.offline", "signIn.input.offline"),
    ("articleCountedTwice", "account.user.articlesOpened", ("above", 1), "account.input.articleOpened"),
    ("readerNotTold", "news.reader", "readerChanged", "news.input.readerChanged.guest"),
    ("wrongFeedRemoved", 'news.feeds[id: "c"]', ("missing", None), "news.remove"),
    ("oldListWins", 'news.feeds[id: "old"]', ("exists", None), "news.imported"),
    ("transcriptStutters", "path[1].record.transcript", ("equals", "One.One."), "path[1].record.heard"),
    ("meetingKeptTwice", standup + "1].meetings", ("contains", "2 elements"), "path[1].record.output.ended"),
    ("editForgotten", "list.standups", "output.saved", "path[0].detail.destination.edit.output.saved"),
    ("wrongOneDeleted", standup + "3]", ("missing", None), "path[0].detail.output.deleted"),
    ("gameRecordedTwice", "hall[0].standings[1].losses", ("above", 2), "hall.input.record"),
    ("problemStays", "problem", "rematch", "rematch"),
    ("wrongPlayerResigns", "screen.game.phase", ("contains", "by: .x"), "game.resign.o"),
    ("playersSwapped", "screen.game.players.x", ("contains", "Player O"), "lobby.output.started"),
    ("answerForOldText", "search.found", ("equals", "l"), "search.answered"),
    ("rowsOutliveFailure", "search.rows", "search.answered", "search.answered"),
    ("loadsForEver", "forecast.request", "forecast.answered", "forecast.answered.failure"),
    ("forecastStays", "forecast", "input.textChanged", "input.textChanged"),
]


async def why(asking, path, symptom):
    """The newest action that changed the part to what is wrong."""
    while "indexed" in (answer := await asking.ask("why", path=path, limit=20)):
        await asyncio.sleep(1)
    fits = [one for one in answer["changes"] if isinstance(symptom, tuple) and holds(symptom, one.get("after"))]
    return fits[-1]["action"] if fits else None


async def bisect(asking, path, symptom):
    """The first action after which it is wrong."""
    if not isinstance(symptom, tuple):
        return None
    test, value = symptom
    found = await asking.ask("bisect", path=path, **{"is": test}, **({} if value is None else {"value": value}))
    return found["action"]["action"] if found["number"] is not None else None


async def difference(asking, path, symptom):
    """Of the actions that should have changed the part, one that did not."""
    for action in [] if isinstance(symptom, tuple) else (await asking.ask("actions", name=symptom, limit=5))["actions"]:
        changes = (await asking.ask("difference", number=action["number"]))["changes"]
        if not any(one["path"].startswith(path) for one in changes):
            return action["action"]
    return None


def holds(symptom, after):
    test, value = symptom
    if after is None or test == "missing":
        return after is None and test == "missing"
    if test == "above":
        try:
            return float(after.strip('"')) > value
        except ValueError:
            return False
    return {"equals": after.strip('"') == str(value), "exists": True, "contains": str(value) in after}[test]


async def investigate(noise):
    failures = []
    print(f"{'defect':<22} {'found by':<24} {'calls':>5} {'bytes':>7} {'text log':>10}")
    for name, path, symptom, culprit in defects:
        program = Program(examples / "Planted", name, noise)
        try:
            async with Asking(address_of(program)) as asking:
                log = int(program.next("log "))  # It has made all its actions.
                found = {strategy.__name__: await strategy(asking, path, symptom) for strategy in (why, bisect, difference)}
        finally:
            program.kill()
        by = [strategy for strategy, action in found.items() if action == culprit]
        print(f"{name:<22} {', '.join(by) or 'NOBODY':<24} {asking.calls:>5} {asking.bytes:>7} {log:>10}")
        if not by or set(found.values()) - {culprit, None} or asking.calls > 8 or asking.bytes > 48_000:
            failures.append(f"{name}: {found}, {asking.calls} calls, {asking.bytes} bytes")
    sys.exit("\n".join(failures) or 0)


if sys.argv[1:2] == ["planted"]:
    asyncio.run(investigate(*sys.argv[2:] or ["20"]))
elif __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
