#!/usr/bin/env python3
"""Draws the plots of the article on performance from the thresholds of the benchmarks, for light and for dark pages.

    Scripts/plots.py           writes them into the catalogue
    Scripts/plots.py --check   says which are not as the thresholds are; ends with 1 if there is one
"""

from pictures import ROOT, Picture, write_or_check

THRESHOLDS = ROOT / "Benchmarks/Thresholds/6.3"


def thresholds(unit):
    lines = (THRESHOLDS / f"{unit}.txt").read_text().splitlines()
    return {words[0]: int(words[1]) for words in map(str.split, lines) if words}


def bars(title, rows, color):
    it = Picture(760, 46 + 34 * len(rows), title + ": " + ", ".join(f"{label} {value}" for label, value in rows))
    it.text(20, 24, title, bold=True, anchor="start")
    most = max(value for _, value in rows)
    for number, (label, value) in enumerate(rows):
        y = 42 + 34 * number
        it.text(250, y + 17, label, small=True, anchor="end")
        width = max(2, round(400 * value / most))
        it.parts.append(f'<rect x="262" y="{y}" width="{width}" height="24" rx="4" fill="[{color} box]" stroke="[{color}]"/>')
        it.text(270 + width, y + 17, f"{value:,}", small=True, anchor="start")
    return it


def plots():
    instructions, size = thresholds("instructions"), thresholds("bytes")
    return {
        "sends": bars("Instructions of a send", [
            ("one feature", instructions["send/flat"]),
            ("through five, in five modules", instructions["send/deep5"]),
            ("through fifty", instructions["send/deep50"]),
        ], "blue"),
        "breadth": bars("Instructions of a send beside other children", [
            ("not for one child", instructions["breadth/none/1"]),
            ("not for a hundred children", instructions["breadth/none/100"]),
            ("for the last of a hundred", instructions["breadth/last/100"]),
        ], "green"),
        "rows": bars("Bytes of the store of a row, of 100,000", [
            ("alone", size["store/memory/row"]),
            ("observed", size["store/memory/row/observed"]),
            ("tracked by a view", size["store/memory/row/tracked"]),
        ], "violet"),
    }


if __name__ == "__main__":
    write_or_check(plots(), {}, "plots.py")
