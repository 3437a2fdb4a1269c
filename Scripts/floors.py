#!/usr/bin/env python3
"""Checks that each folder of the core uses only what its own floor or a lower one declares.

    floors.py MAP SOURCES INDEX

MAP is a text that lists the folders of SOURCES, bottom first: the lines below “TributaryCore/”, each a folder and what
it is for, with the folders in it. INDEX is the compiler's index of SOURCES from a debug build. It holds every declaration and
every use of one, so that members of the same name, and those that an extension adds in another folder, are distinguished.
"""

import ctypes
import re
import shutil
import sys
from pathlib import Path

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


def main(map_path, sources, index_path):
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
    upwards, crossing = {}, 0
    for file, line, identifier, name, floor in sorted(uses):
        other = declared.get(identifier, floor)
        crossing += other != floor
        if height.get(other, 0) > height.get(floor, len(floors)):
            place = f"{file.relative_to(sources.parent.parent)}:{line}"
            upwards.setdefault((place, floor, other), []).append(name)
    for (place, floor, other), names in upwards.items():
        complaints.append(f"{place}: {floor}/ uses {', '.join(sorted(names))} of {other}/, a floor above")
    if complaints:
        print("\n".join(complaints), file=sys.stderr)
        sys.exit(
            f"{map_path} lists the floors of {sources.name}, bottom first. A floor uses only what it or a lower one declares: "
            "move the declaration down or its use up. Where a lower floor has to reach an upper one, let the upper one hand "
            "in a closure, or conform to a protocol of the lower one."
        )
    print(f"{crossing} uses between {len(floors)} floors of {sources.name}: all go down.")


main(*sys.argv[1:])
