#!/usr/bin/env python3
"""Checks the structure of the core and its wings: imports, tasks, the main actor, proofs of unsafe code, and floors. A folder of the core
uses only what is declared in it or on a lower floor: the list of the source layout in CONTRIBUTING, bottom first. The compiler's index has
every declaration and every use of one, so that members of the same name, and those that an extension adds in another folder, are
distinguished. Hence the core is built before. Scripts/sources.py measures the size of the core with this file.
"""

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CORE = "TributaryCore"
WINGS = ["TributaryUndo", "TributaryComponents", "TributaryForms", "TributaryPresenting", "TributaryPersistence"]

# The files with what a plain effect executes, from `.run` in a reducer to its end. List the files that replace one of these.
EFFECT = """
    TributaryCore/Effect/Effect.swift TributaryCore/Effect/EffectLifetime.swift
    TributaryCore/Effect/EffectOperation.swift TributaryCore/Effect/EffectWork.swift
    TributaryCore/Effect/EffectGroup.swift TributaryCore/Effect/EffectMachine.swift TributaryCore/Effect/EffectRunner.swift
    TributaryCore/Effect/EffectRecord.swift TributaryCore/Store/Machine/Machine+Effects.swift
    TributaryCore/Store/Machine/Machine+Turn.swift
"""

# The files with what a commit executes, from the turn to SQLite and back; not those that every send or every log needs.
COMMIT = """
    TributaryCore/Effect/EffectGroup.swift TributaryCore/Store/Machine/Machine+Recording.swift
    TributaryCore/Store/Machine/Machine+Turn.swift TributaryJournal/Journal/LogWriter.swift
    TributaryJournal/SQLite/SQLiteConnection.swift TributaryJournal/SQLite/SQLiteEngine.swift
    TributaryJournal/SQLite/SQLiteLog.swift TributaryLog/ActionLog.swift TributaryLog/Coding/CommitCoding.swift
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


def built_by(target, checkout):
    """The targets of this package that are built with one of them."""
    manifest = json.loads(output("swift", "package", "--package-path", checkout, "dump-package"))
    targets, found, waiting = {each["name"]: each["dependencies"] for each in manifest["targets"]}, set(), {target}
    while waiting:
        found |= waiting
        waiting = {names[0] for name in waiting for each in targets[name] for names in each.values()} & targets.keys() - found
    return sorted(found)


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


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
    built = built_by("Tributary", checkout)
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
            sys.exit(f"{', '.join(gone)}: not there. List in Scripts/core.py the files that {name} passes.")
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


IS_DEFINITION, IS_REFERENCE = 1 << 1, 1 << 2
IS_RECORD = 2


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


class Index:
    """Reads the index with the library that the toolchain has for it."""

    RESULTS = {
        "store_create": ctypes.c_void_p,
        "unit_reader_create": ctypes.c_void_p,
        "unit_reader_get_main_file": Text,
        "unit_dependency_get_kind": ctypes.c_int,
        "unit_dependency_get_name": Text,
        "record_reader_create": ctypes.c_void_p,
        "occurrence_get_symbol": ctypes.c_void_p,
        "occurrence_get_roles": ctypes.c_uint64,
        "symbol_get_usr": Text,
        "symbol_get_name": Text,
    }

    def __init__(self, path):
        lib = Path(shutil.which("swiftc")).resolve().parent.parent / "lib"
        found = sorted(lib.glob("libIndexStore.*"))
        if not found:
            sys.exit(f"There is no libIndexStore in {lib}.")
        self.library = ctypes.CDLL(str(found[0]))
        self.store = self.call("store_create", str(path).encode(), None)
        if not self.store:
            sys.exit(f"There is no index in {path}.")

    def call(self, name, *arguments):
        function = getattr(self.library, f"indexstore_{name}")
        function.restype = self.RESULTS.get(name)
        return function(*[ctypes.c_void_p(each) if isinstance(each, int) else each for each in arguments])

    def walk(self, name, of, kind, take):
        """Calls `take` with each value that a function of the library hands over; it is not valid afterwards."""
        signature = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, kind)
        self.call(name, of, None, signature(lambda _, value: take(value) or True))

    def units(self):
        """The sources, and the names of the records that tell what is in each."""
        names, units = [], []
        signature = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
        collect = signature(lambda _, name: names.append(str(name)) or True)
        self.call("store_units_apply_f", self.store, ctypes.c_uint(1), None, collect)
        for name in names:
            unit = self.call("unit_reader_create", self.store, name.encode(), None)
            records = []

            def take(dependency, records=records):
                if self.call("unit_dependency_get_kind", dependency) == IS_RECORD:
                    records.append(str(self.call("unit_dependency_get_name", dependency)))

            self.walk("unit_reader_dependencies_apply_f", unit, ctypes.c_void_p, take)
            units.append((Path(str(self.call("unit_reader_get_main_file", unit))), records))
            self.call("unit_reader_dispose", unit)
        return units

    def occurrences(self, record):
        """What a record tells, each as its roles, the symbol's identifier and name, and the line."""
        found, line, column = [], ctypes.c_uint(), ctypes.c_uint()
        reader = self.call("record_reader_create", self.store, record.encode(), None)

        def take(occurrence):
            symbol = self.call("occurrence_get_symbol", occurrence)
            self.call("occurrence_get_line_col", occurrence, ctypes.byref(line), ctypes.byref(column))
            identifier, name = (str(self.call(f"symbol_get_{each}", symbol)) for each in ("usr", "name"))
            found.append((self.call("occurrence_get_roles", occurrence), identifier, name, line.value))

        self.walk("record_reader_occurrences_apply_f", reader, ctypes.c_void_p, take)
        self.call("record_reader_dispose", reader)
        return found


def folders_in(text, root):
    """The folders that the map lists below the root, bottom first, such as “Reducer” and “Reducer/Composing”."""
    block = re.search(rf"(?m)^{re.escape(root)}/.*\n((?:  .*\n)+)", text)
    if not block:
        sys.exit(f"The map has no list of folders below “{root}/”.")
    folders = []
    for indent, name in re.findall(r"(?m)^( +)(\w+)/", block[1]):
        folders.append(name if len(indent) == 2 else f"{folders[-1].split('/')[0]}/{name}")
    return folders


def upwards(map_path, sources, index_path):
    """The complaints about a map and the uses of later floors, the number of uses between floors, and the floors."""
    sources = Path(sources).resolve()
    listed = folders_in(Path(map_path).read_text(), sources.name)
    floors = [each for each in listed if "/" not in each]
    folders = {path.parent.relative_to(sources).as_posix() for path in sources.rglob("*.swift")}
    folders |= {each.split("/")[0] for each in folders}
    complaints = [f"{map_path} does not list {sources.name}/{each}/." for each in sorted(folders - set(listed))]
    complaints += [f"{map_path} lists {sources.name}/{each}/, which has no source." for each in listed if each not in folders]

    index, declared, uses, seen = Index(index_path), {}, set(), set()
    for file, records in index.units():
        file = file.resolve()
        # Those of sources that were moved or removed are there, too.
        if not file.is_file() or sources not in file.parents:
            continue
        seen.add(file)
        floor = file.relative_to(sources).parts[0]
        for roles, identifier, name, line in (each for record in records for each in index.occurrences(record)):
            if roles & IS_DEFINITION:
                declared[identifier] = floor
            elif roles & IS_REFERENCE and not re.match("(getter|setter|read|modify|unsafe.*):", name):
                uses.add((file, line, identifier, name, floor))
    missing = set(sources.rglob("*.swift")) - seen
    complaints += [f"{path.relative_to(sources)} is not in the index: build it." for path in sorted(missing)]

    height = {floor: number for number, floor in enumerate(floors)}
    found, crossing = {}, 0
    for file, line, identifier, name, floor in sorted(uses):
        other = declared.get(identifier, floor)
        crossing += other != floor
        if height.get(other, 0) > height.get(floor, len(floors)):
            place = f"{file.relative_to(sources.parent.parent)}:{line}"
            found.setdefault((place, floor, other), []).append(name)
    for (place, floor, other), names in found.items():
        complaints.append(f"{place}: {floor}/ uses {', '.join(sorted(names))} of {other}/, a floor above")
    return complaints, crossing, floors


def texts():
    """Uses in the texts of the core and its wings that a rule forbids, below the rule."""
    core, house = files_of(ROOT / "Sources", [CORE]), files_of(ROOT / "Sources", [CORE, *WINGS])

    def lines(paths, pattern, allowed):
        return [f"{place}:{number}:{line}" for path in paths for place in [path.relative_to(ROOT).as_posix()]
                for number, line in enumerate(path.read_text().splitlines(), 1)
                if re.search(pattern, line) and not re.search(allowed, f"{place}:{line}")]

    yield "The core imports the standard library's own modules only, and the C library in one file:", lines(
        core, r"^\s*(@[A-Za-z_()]+ )*((public|package|internal|fileprivate|private) )?import ",
        r"import (Observation|Synchronization)$|Diagnostics/StandardError\.swift:internal import "
        "(Darwin|Glibc|Musl|Android|WASILibc|WinSDK)$")
    yield "Only Effect/ starts tasks, and what passes states on to another actor or a storage:", lines(
        house, r"\bTask(\.detached)?( *\{|\()",
        rf"^Sources/{CORE}/Effect/|^[^:]*/(Store\+Mirroring|ComponentFeed|PersistenceAttachment)\.swift:|: *///")
    yield "Only Observing/, Store/ and Module/ know the main actor:", lines(
        core, "@MainActor", rf"^[^:]*{CORE}/(Observing|Store|Module)/|: *///")
    # The comment above a declaration, or the one in its line, says what makes it safe.
    unproved = []
    for path in house:
        proved = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.match(" *//", line):
                proved |= bool(re.search("[Uu]nchecked", line))
                continue
            if "@unchecked Sendable" in line and not proved:
                unproved.append(f"{path.relative_to(ROOT)}:{number}:{line}")
            proved &= bool(re.match(" *@", line))
    yield "An @unchecked Sendable stands without the sentence that proves it:", unproved


def check_sample():
    """In a small building of two floors, exactly the uses that go up are named."""
    sample = ROOT / "Tests/FloorsCheck"
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "Floors", "-emit-object", "-Onone",
                        "-index-store-path", f"{work}/index", *sorted(sample.glob("*/*.swift"))], cwd=work, check=True)
        complaints, _, _ = upwards(sample / "floors.txt", sample, f"{work}/index")
    found = {f"{match[1]}: {match[2]}" for each in complaints
             if (match := re.match(r"([^ ]*:\d+): [A-Za-z]*/ uses (.*) of [A-Za-z]*/, a floor above$", each))}
    expected = {f"{path.relative_to(ROOT)}:{number}: {line.split('// upwards: ')[1]}" for path in sample.rglob("*.swift")
                for number, line in enumerate(path.read_text().splitlines(), 1) if "// upwards: " in line}
    if not expected or found != expected:
        sys.exit("\n".join(["The check of the floors does not name the uses that go up in Tests/FloorsCheck:", *sorted(found ^ expected)]))


def main():
    os.chdir(ROOT)
    wrong = [line for rule, found in texts() if found for line in [rule, *found]]
    if wrong:
        sys.exit("\n".join(wrong))
    check_sample()

    build = ["swift", "build", "--package-path", output("Scripts/packages.sh", "core")]
    output(*build, "--quiet")
    complaints, crossing, floors = upwards("CONTRIBUTING.md", f"Sources/{CORE}", f"{output(*build, '--show-bin-path')}/index/store")
    if complaints:
        sys.exit("\n".join([
            *complaints, f"CONTRIBUTING.md lists the floors of {CORE}, bottom first. A floor uses only itself and lower floors: move the "
            "declaration down, or its use up; or let the upper one hand in a closure, or conform to a protocol of the lower one."]))
    print(f"{crossing} uses between {len(floors)} floors of {CORE}: all go down.")


if __name__ == "__main__":
    main()
