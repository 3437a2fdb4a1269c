"""The size of the core, for Scripts/sources.py: files, lines of code, types, public declarations, unsafe words."""

import re
import sys
from itertools import pairwise

CORE = "TributaryCore"
WINGS = ["TributaryUndo", "TributaryComponents", "TributaryForms", "TributaryPresenting", "TributaryPersistence"]

# The files that an effect passes, from `.run` in a reducer to its end. List the files that replace one of these.
EFFECT = """
    TributaryCore/Effect/Effect.swift TributaryCore/Effect/EffectLifetime.swift
    TributaryCore/Effect/EffectOperation.swift TributaryCore/Effect/EffectWork.swift
    TributaryCore/Runtime/EffectGroup.swift TributaryCore/Runtime/EffectMachine.swift
    TributaryCore/Runtime/EffectPort.swift TributaryCore/Runtime/EffectRunner.swift
    TributaryCore/Runtime/RunningEffect.swift TributaryCore/Store/Machine/Machine+Effects.swift
    TributaryCore/Store/Machine/Machine+Turn.swift
"""

# The files that a commit passes, from the turn to SQLite and back.
COMMIT = """
    TributaryCore/Runtime/EffectGroup.swift TributaryCore/Store/Machine/Machine+Recording.swift
    TributaryCore/Store/Machine/Machine+Turn.swift TributaryJournal/Journal/LogWriter.swift
    TributaryJournal/SQLite/SQLiteConnection.swift TributaryJournal/SQLite/SQLiteEngine.swift
    TributaryJournal/SQLite/SQLiteLog.swift TributaryLog/ActionLog.swift TributaryLog/Coding/ActionCoding.swift
    TributaryLog/Coding/CommitCoding.swift
"""

ATTRIBUTES = r"(?:@\w+(?:\([^)]*\))? +)*"
MODIFIERS = r"(?:@\w+(?:\([^)]*\))? +|[a-z]+(?:\([a-z]+\))? +)*?"
DECLARATION = r"(?:struct|class|enum|actor|protocol|typealias|func|var|let|init|subscript|macro)\b"
TYPE = re.compile(rf"^( *)({MODIFIERS})(?:struct|class|enum|actor|protocol) +[A-Z]", re.M)
PUBLIC = re.compile(rf"^ *{ATTRIBUTES}(?:public|open) +{MODIFIERS}{DECLARATION}", re.M)
PACKAGE = re.compile(rf"^ *{ATTRIBUTES}package +{MODIFIERS}{DECLARATION}", re.M)
UNAVAILABLE = re.compile(rf"^ *@available\([^)]*\bunavailable\b.*\)\n(?: *@.*\n)* *{ATTRIBUTES}(?:public|open) ", re.M)
INLINABLE = re.compile(r"@inlinable\b|@usableFromInline\b")
UNSAFE = re.compile(r"[uU]nsafe\w*|\bUnmanaged\b|@exclusivity\b")
EXTENSION = re.compile(r"^extension Machine\b", re.M)
UNDERSCORED = re.compile(r"@_\w+")


def code_of(path):
    return "\n".join(line for line in path.read_text().splitlines() if not re.match(r"\s*(//|$)", line))


def files_of(sources, targets):
    return [path for target in targets for path in sorted((sources / target).rglob("*.swift"))]


def count(pattern, texts):
    return sum(len(pattern.findall(text)) for text in texts)


def built_by(target, manifest, sources):
    """The targets of this package that are built with one of them."""
    found, waiting = [], [target]
    while waiting:
        name = waiting.pop()
        if name in found or not (sources / name).is_dir():
            continue
        found.append(name)
        begin = re.search(rf'\.(?:target|macro)\(\s*name: "{name}"', manifest)
        if begin:
            end = re.compile(r"^        \.\w+\(|^    \]", re.M).search(manifest, begin.end())
            waiting += re.findall(r'"(\w+)"', manifest[begin.end() : end.start()])
    return found


def stored(code, kind, name):
    """The stored properties of a type at top level: the name of each, with its declaration."""
    body = re.search(rf"^(?:@?\w+(?:\([^)]*\))? +)*{kind} +{name}\b[^\n]*\{{\n(.*?)^\}}", code, re.M | re.S)
    if not body:
        return []
    found, lines = [], body[1].splitlines() + [""]
    for line, following in pairwise(lines):
        property = re.match(rf" {{4}}({MODIFIERS})(?:let|var) +\w+(.*)$", line)
        if not property or "static " in property[1]:
            continue
        computed = property[2].endswith(("{", "}")) and not re.search(r"=\s*\{", property[2])
        if not computed or re.search(r"\b(?:didSet|willSet)\b", property[2] + following):
            found.append(property[2])
    return found


def held(code, kind, name, seen=()):
    """Counts the stored properties of a type with those of the structs of the core that are stored in it, also behind an
    optional or a pointer, and so on. Collections, closures and classes are not looked into."""
    number = 0
    for declaration in stored(code, kind, name):
        number += 1
        part = re.match(r"(?:: +| += +)(?:Unsafe\w+<)?([A-Z]\w+)", declaration)
        if part and part[1] not in seen and re.search(rf"^[^\n{{]*\bstruct +{part[1]}\b", code, re.M):
            number += held(code, "struct", part[1], (*seen, part[1]))
    return number


def figures(checkout):
    sources, manifest = checkout / "Sources", (checkout / "Package.swift").read_text()
    core = [code_of(path) for path in files_of(sources, [CORE])]
    house = [code_of(path) for path in files_of(sources, [CORE, *WINGS])]
    machine = "\n".join(core)
    built = built_by("Tributary", manifest, sources)
    everything = [code_of(path) for path in files_of(sources, built)]

    for place, texts in [("core", core), ("core and wings", house)]:
        types = [found for text in texts for found in TYPE.findall(text)]
        outer = [modifiers for indentation, modifiers in types if not indentation]
        yield f"{place}: files", len(texts)
        yield f"{place}: lines of code", sum(text.count("\n") + 1 for text in texts)
        yield f"{place}: types at top level", len(outer)
        yield f"{place}: public types at top level", sum("public " in modifiers for modifiers in outer)
        yield f"{place}: types, nested too", len(types)
        yield f"{place}: public declarations", count(PUBLIC, texts) - count(UNAVAILABLE, texts)
        yield f"{place}: @inlinable and @usableFromInline", count(INLINABLE, texts)
    yield "core: package declarations", count(PACKAGE, core)
    yield "built by Tributary: unsafe words", count(UNSAFE, everything)
    yield "built by Tributary: underscored attributes", count(UNDERSCORED, everything)
    yield "built by Tributary: C targets", sum(any((sources / target).rglob("*.[ch]")) for target in built)
    yield "the package: unsafe flags", len(re.findall("unsafeFlags", manifest))
    yield "Machine: stored properties", len(stored(machine, "class", "Machine"))
    yield "Machine: stored properties, with those of its structs", held(machine, "class", "Machine")
    yield "Machine: files that extend it", sum(bool(EXTENSION.search(text)) for text in core)
    for name, paths in [("one effect", EFFECT.split()), ("one commit", COMMIT.split())]:
        present = [code_of(sources / path) for path in paths if (sources / path).exists()]
        if len(present) < len(paths):
            gone = [path for path in paths if not (sources / path).exists()]
            sys.exit(f"{', '.join(gone)}: not there. List in Scripts/house.py the files that {name} passes.")
        yield f"{name}: files", len(present)
        types = [indentation for text in present for indentation, _ in TYPE.findall(text)]
        yield f"{name}: types at top level", types.count("")
        yield f"{name}: types, nested too", len(types)


def check(checkout, table):
    """Fails if a figure is higher than in a table."""
    lines = [line.strip().split(" ", 1) for line in table.read_text().splitlines()]
    limits, now = {figure: int(number) for number, figure in lines}, dict(figures(checkout))
    if limits.keys() != now.keys():
        sys.exit(f"Not both measured and in {table.name}: {', '.join(limits.keys() ^ now.keys())}. Run Scripts/sources.py --update house.")
    raised = [f"{figure}: {now[figure]}, and {limit} in {table.name}" for figure, limit in limits.items() if now[figure] > limit]
    if raised:
        sys.exit("\n".join([
            *raised, "The core grew. Remove what it no longer needs, or raise the figure in a commit whose subject says so."
        ]))


def write(checkout, table):
    table.write_text("".join(f"{number:>6} {figure}\n" for figure, number in figures(checkout)))
