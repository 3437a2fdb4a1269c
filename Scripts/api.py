#!/usr/bin/env python3
"""Lists the public declarations of a module, and says what a change adds, breaks or removes.

    api.py list GRAPHS MODULE               prints the declarations, one a line, from the symbol graphs in a folder
    api.py check LISTS COMMIT               compares lists with Documentation/API, and with that of a commit: what is broken has to be named
                                            under "Unreleased" in the changelog
    api.py itself BEFORE AFTER EXPECTED     checks the check, with the lists of a small module

A line is `name | kind | declaration`. Names are as the documentation has them, such as `Store.send(_:)`. A declaration is
broken if it was removed or reads otherwise than before; a requirement of a protocol without a default, if it is new; and a
case of an enum, if it is new, as a switch over the enum no longer handles all of them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

RELATIONS = {"conformance": ":", "sameType": "==", "superclass": ":"}


# What every type does that does not say otherwise.
IMPLIED = {"Copyable", "Escapable", "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}


def conditions(found):
    texts = sorted(f"{each['lhs']} {RELATIONS.get(each['kind'], each['kind'])} {each['rhs']}" for each in found
                   if each["rhs"] not in IMPLIED)
    return f" // where {', '.join(texts)}" if texts else ""


def availability(symbol):
    for each in symbol.get("availability", []):
        if each.get("isUnconditionallyUnavailable"):
            return " unavailable"
        if each.get("isUnconditionallyDeprecated") or each.get("deprecated"):
            return " deprecated"
    return ""


def listing(folder, module):
    """The lines for a module, in the order of their names."""
    graphs = [json.loads(path.read_text()) for path in sorted(Path(folder).glob(f"{module}.symbols.json"))
              + sorted(Path(folder).glob(f"{module}@*.symbols.json"))]
    if not graphs:
        sys.exit(f"There is no symbol graph of {module} in {folder}.")
    symbols = {each["identifier"]["precise"]: each for graph in graphs for each in graph["symbols"]}
    relations = [each for graph in graphs for each in graph["relationships"]]
    name = {precise: ".".join(each["pathComponents"]) for precise, each in symbols.items()}
    for each in relations:
        if each["kind"] == "memberOf" and each["target"] not in name and each["source"] in name:
            name[each["target"]] = name[each["source"]].rpartition(".")[0]

    # What a module exports of another one has no place in its sources, and is listed with that one.
    symbols = {precise: each for precise, each in symbols.items() if "location" in each}
    others = [json.loads(path.read_text()) for path in Path(folder).glob("*.symbols.json")
              if path.name.removesuffix(".symbols.json").split("@")[0] != module]
    known = {(each["kind"], each["source"], each["target"]) for graph in others for each in graph["relationships"]}
    relations = [each for each in relations if (each["kind"], each["source"], each["target"]) not in known]
    requirements = {each["source"] for each in relations if each["kind"] in ("requirementOf", "optionalRequirementOf")}
    defaulted = {each["target"] for each in relations if each["kind"] == "defaultImplementationOf"}

    lines = set()
    for precise, symbol in symbols.items():
        kind = symbol["kind"]["identifier"].removeprefix("swift.")
        if precise in requirements:
            kind += " requirement with default" if precise in defaulted else " requirement"
        declaration = " ".join("".join(each["spelling"] for each in symbol["declarationFragments"]).split())
        declaration += conditions(symbol.get("swiftExtension", {}).get("constraints", []))
        lines.add(f"{name[precise]} | {kind}{availability(symbol)} | {declaration}")
    for each in relations:
        if each["kind"] not in ("conformsTo", "inheritsFrom"):
            continue
        source = name.get(each["source"], each.get("sourceFallback", each["source"]))
        target = name.get(each["target"], each.get("targetFallback", each["target"]))
        if target not in IMPLIED:
            where = conditions(each.get("swiftConstraints", []))
            lines.add(f"{source} | conformance | {source}: {target}{where}")
    return sorted(lines)


def difference(old, new):
    """The lines that went and came, and the names that this breaks."""
    gone, come, before = set(old) - set(new), set(new) - set(old), {line.split(" | ")[0] for line in old}
    gone_or_worse = gone - {line.replace(" deprecated | ", " | ", 1) for line in come}

    def has_to_be_handled(line):
        path, kind, _ = line.split(" | ", 2)
        return path.rpartition(".")[0] in before and (kind.startswith("enum.case") or kind.endswith(" requirement"))

    broken = sorted({line.split(" | ")[0] for line in gone_or_worse | set(filter(has_to_be_handled, come))})
    report = [f"- {line}" for line in sorted(gone)] + [f"+ {line}" for line in sorted(come)]
    return report + [f"This breaks {name}." for name in broken], broken


def lines_of(path):
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def untold(broken, changelog):
    """The names that the part of the changelog about what is not released does not have in code."""
    part = re.search(r"^## Unreleased$(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", part.group(1) if part else ""))))
    return [path for path in broken if path.split("(")[0].split(".")[-1] not in words]


def check(lists, since):
    found = [f"{path.stem}:\n" + "\n".join(report) for path in sorted(Path(lists).iterdir())
             if (report := difference(lines_of(f"Documentation/API/{path.name}"), lines_of(path))[0])]
    if found:
        sys.exit("\n".join([*found, "The public API is not what Documentation/API says. If that is meant, write it anew: "
                            "Scripts/check-platforms.sh api --update"]))
    if not since:
        return print("The public API is the one in Documentation/API. No release has been made that it could break.")
    for path in sorted(Path(lists).iterdir()):
        old = subprocess.run(["git", "show", f"{since}:Documentation/API/{path.name}"], capture_output=True, text=True)
        broken = difference(old.stdout.splitlines(), lines_of(path))[1] if old.returncode == 0 else []
        if missing := untold(broken, Path("CHANGELOG.md").read_text()):
            found += [f'{path.stem}: broken since {since}, and not named under "Unreleased" in CHANGELOG.md:', *missing]
    if found:
        sys.exit("\n".join(found))
    print(f"The public API is the one in Documentation/API; what it breaks since {since} is in the changelog.")


def check_itself(before, after, expected):
    without = [line for line in before if "Lamp.dim(to:)" not in line]
    report, broken = difference(before, after)
    changelog = "## Unreleased\n\n- `Lamp.dim(to:)` is gone.\n\n## 1.0.0\n\n- `isLit`\n"
    for is_right, mistake in [
        (difference(before, before) == ([], []), "finds a difference where there is none"),
        (broken, "does not see that something is broken"),
        (report == expected, "does not report the expected changes:\n" + "\n".join(report)),
        (without != before and difference(before, without)[1], "does not see that a public function was removed"),
        (not untold(difference(before, without)[1], changelog), "does not find an entry of the changelog"),
        ("Optional.isLit" in untold(broken, changelog), "takes the changes of a release for those that are not released"),
    ]:
        if not is_right:
            sys.exit(f"The check of the API {mistake}.")


match sys.argv[1:]:
    case ["list", folder, module]:
        print(*listing(folder, module), sep="\n")
    case ["check", lists, since]:
        check(lists, since)
    case ["itself", *paths]:
        check_itself(*map(lines_of, paths))
    case _:
        sys.exit(__doc__)
