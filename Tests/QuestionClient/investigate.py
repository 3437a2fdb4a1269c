# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Finds 20 planted defects with three fixed strategies, without knowing the program.

It is told what somebody sees who uses the program: which part of the state is wrong, and what is wrong about it, or which
action should have changed it. The answers that it compares with are what was planted.
"""

import asyncio
import sys

from asking import Asking, Program, binaries

# The defect; the symptom: a part of the state, and how it is wrong, or the action that should have changed it; and the
# action after which the state is wrong.
defects = [
    ("staleAnswer", "search.results[0]", ("equals", "b 1"), "found"),
    ("lostCancel", "timer.ticks", ("above", 1), "tick"),
    ("wrongRow", "rows[id: 3].title", ("equals", "Zebra"), "rename"),
    ("missedOutput", "account.receipts", "pay", "pay"),
    ("doubleCharge", "account.balance", ("below", 9400), "pay"),
    ("pageTooFar", "page", ("above", 2), "next"),
    ("oldTotal", "cart.total", "take", "take"),
    ("danglingSelection", "selected", "remove", "remove"),
    ("unreadBelowZero", "messages.unread", ("below", 0), "read"),
    ("wrongFlag", "rows[id: 3].isDone", ("equals", "true"), "favor"),
    ("keptAfterLogout", "account.orders", "logout", "logout"),
    ("loadsForEver", "messages.isLoading", "failed", "failed"),
    ("doubledRows", "rows[id: 7]", ("exists", None), "loaded"),
    ("discountTwice", "cart.discount", ("above", 10), "discount"),
    ("taxTwice", 'account.orders[id: "o-2"].cents', ("equals", "220"), "order"),
    ("wrongUndo", "rows[id: 2].title", ("equals", "ROW 2"), "undo"),
    ("lostCent", "cart.total", ("equals", "120"), "add"),
    ("lateAnswer", "detail", ("equals", "4"), "detail"),
    ("badgeDrifts", "cart.badge", "add", "add"),
    ("settingsOverwritten", "settings.language", ("equals", "en"), "settings"),
]


async def why(asking, path, symptom):
    """The newest action that changed the part to what is wrong."""
    while "indexed" in (answer := await asking.ask("why", path=path, limit=20)):
        pass
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
    if after is None:
        return False
    plain = after.strip('"')
    if test == "equals":
        return plain == str(value)
    if test == "exists":
        return True
    try:
        return float(plain) > value if test == "above" else float(plain) < value
    except ValueError:
        return False


strategies = [why, bisect, difference]


async def investigate(noise):
    failures = []
    print(f"{'defect':<22} {'found by':<24} {'calls':>5} {'bytes':>7} {'text log':>10}")
    for name, path, symptom, culprit in defects:
        program = Program(binaries / "Planted", name, noise)
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
