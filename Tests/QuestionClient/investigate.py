# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Finds 20 defects that are planted in the examples with three fixed strategies, without knowing the programs.

It is told what somebody sees who uses the program: which part of the state is wrong, and what is wrong about it, or which
action should have changed it. The answers that it compares with are what was planted. EXAMPLES is the folder of the programs.
"""

import asyncio
import sys

from asking import Asking, Program, examples

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
    changes = answer["changes"]
    if isinstance(symptom, tuple):
        fits = [one for one in changes if holds(symptom, one.get("after"))]
        return fits[-1]["action"] if fits else None
    return None


async def bisect(asking, path, symptom):
    """The first action after which it is wrong."""
    if not isinstance(symptom, tuple):
        return None
    test, value = symptom
    found = await asking.ask("bisect", path=path, **{"is": test}, **({} if value is None else {"value": value}))
    return found["action"]["action"] if found["number"] is not None else None


async def difference(asking, path, symptom):
    """Of the actions that should have changed the part, one that did not."""
    if isinstance(symptom, tuple):
        return None
    for action in (await asking.ask("actions", name=symptom, limit=5))["actions"]:
        changes = (await asking.ask("difference", number=action["number"]))["changes"]
        if not any(one["path"].startswith(path) for one in changes):
            return action["action"]
    return None


def holds(symptom, after):
    test, value = symptom
    if after is None or test == "missing":
        return after is None and test == "missing"
    plain = after.strip('"')
    if test == "equals":
        return plain == str(value)
    if test == "exists":
        return True
    if test == "contains":
        return value in after
    try:
        return float(plain) > value if test == "above" else float(plain) < value
    except ValueError:
        return False


strategies = [why, bisect, difference]


async def investigate(noise):
    failures = []
    print(f"{'defect':<22} {'found by':<24} {'calls':>5} {'bytes':>7} {'text log':>10}")
    for name, path, symptom, culprit in defects:
        program = Program(examples / "Planted", name, noise)
        try:
            address = program.word("http://127.0.0.1:")
            log = int(program.line("log "))
            found = {}
            async with Asking(address) as asking:
                for strategy in strategies:
                    found[strategy.__name__] = await strategy(asking, path, symptom)
                calls, size = asking.calls, asking.bytes
        finally:
            program.end()
        by = [strategy for strategy, action in found.items() if action == culprit]
        print(f"{name:<22} {', '.join(by) or 'NOBODY':<24} {calls:>5} {size:>7} {log:>10}")
        wrong = {strategy: action for strategy, action in found.items() if action not in (culprit, None)}
        if not by or wrong or calls > 8 or size > 48_000:
            failures.append(f"{name}: {found}, {calls} calls, {size} bytes")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    asyncio.run(investigate(sys.argv[1] if len(sys.argv) > 1 else "20"))
