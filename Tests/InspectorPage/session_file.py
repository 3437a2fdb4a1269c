# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""What holds in every session file of Redux DevTools, as a list of what does not."""


def faults(session):
    found = []

    def claim(holds, what):
        if not holds:
            found.append(what)

    actions, staged = session["actionsById"], session["stagedActionIds"]
    skipped, computed = session["skippedActionIds"], session["computedStates"]
    identifiers = [int(key) for key in actions]
    claim(staged[:1] == [0], "the first staged action is 0")
    claim(actions.get("0", {}).get("action", {}).get("type") == "@@INIT", "action 0 is @@INIT")
    claim(len(computed) == len(staged), "there is a state for each staged action")
    claim(len(set(staged)) == len(staged), "no action is staged twice")
    claim(all(str(one) in actions for one in staged), "each staged action is there")
    claim(all(one in staged for one in skipped) and 0 not in skipped, "what is skipped is staged, and not @@INIT")
    claim(session["nextActionId"] > max(identifiers), "the next identifier is higher than all")
    index = session["currentStateIndex"]
    claim(isinstance(index, int) and 0 <= index < len(computed), "the current state is one of the states")
    for key, lifted in actions.items():
        claim(lifted["type"] == "PERFORM_ACTION", f"action {key} is performed")
        claim(isinstance(lifted["action"]["type"], str), f"action {key} has a type")
        claim(isinstance(lifted["timestamp"], (int, float)), f"action {key} has a time")
        claim("stack" not in lifted or lifted["stack"].startswith("Error\n"), f"the stack of action {key} is one")
    for place, entry in enumerate(computed):
        claim("state" in entry, f"entry {place} has a state")
        claim(isinstance(entry.get("error", ""), str), f"the error of entry {place} is a text")
    for place, identifier in enumerate(staged):
        if identifier in skipped:
            claim(computed[place]["state"] == computed[place - 1]["state"], f"skipped {identifier} repeats the state")
    claim("committedState" in session, "the committed state is there")
    claim(_is_plain(session), "no text is read as something else, and no number is rounded")
    return found


def _is_plain(value):
    """`$jsan` in a key is revived as another value, and an integer beyond 2^53 is rounded."""
    if isinstance(value, dict):
        return "$jsan" not in value and all(_is_plain(one) for one in value.values())
    if isinstance(value, list):
        return all(_is_plain(one) for one in value)
    return not isinstance(value, int) or isinstance(value, bool) or abs(value) <= 2**53
