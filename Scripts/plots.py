#!/usr/bin/env python3
"""Draws the plots of the article on performance from the thresholds of the benchmarks, and from what Scripts/compare-peers.sh
printed, for light and for dark pages.

    Scripts/plots.py           writes them into the catalogue
    Scripts/plots.py --check   says which are not as the figures are; ends with 1 if there is one
"""

import math

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


def growth():
    """A curve for each line of Benchmarks/Growth.txt; both axes are logarithmic."""
    lines = [line for line in (ROOT / "Benchmarks/Growth.txt").read_text().splitlines() if line]
    sizes = [int(words) for words in lines[0].rpartition("N of ")[2].split(", ")]
    curves = {words[0]: [int(each) for each in words[1:]] for words in map(str.split, lines) if words[0] != "#"}
    it = Picture(760, 330, "Nanoseconds of a send that changes one of N observed values: "
                 + "; ".join(f"{name} " + ", ".join(f"{each:,}" for each in values) for name, values in curves.items()))
    it.text(20, 24, "A send that changes one of N observed values", bold=True, anchor="start")

    def x(size):
        return 110 + 480 * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])

    def y(time):
        return 270 - 45 * math.log10(time / 100)

    for power, label in enumerate(["100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms"]):
        it.parts.append(f'<path d="M110 {270 - 45 * power}H590" stroke="[edge]" stroke-dasharray="2 4"/>')
        it.text(98, 275 - 45 * power, label, small=True, anchor="end")
    for size in sizes:
        it.text(x(size), 294, f"{size:,}", small=True)
    it.text(350, 318, "N, each with an observer", small=True)
    for (name, values), color in zip(curves.items(), ["blue", "orange", "violet", "green"], strict=False):
        points = list(zip(map(x, sizes), map(y, values), strict=True))
        it.parts.append('<path d="' + " ".join(f"{'L' if number else 'M'}{left:.1f} {top:.1f}"
                        for number, (left, top) in enumerate(points)) + f'" fill="none" stroke="[{color}]" stroke-width="2.5"/>')
        it.parts += [f'<circle cx="{left:.1f}" cy="{top:.1f}" r="4" fill="[{color}]"/>' for left, top in points]
        it.text(604, round(points[-1][1]) + 5, name, bold=True, color=color, anchor="start")
    return it


def plots():
    instructions, size = thresholds("instructions"), thresholds("bytes")
    return {
        "growth": growth(),
        "sends": bars("Instructions of a send", [
            ("one feature", instructions["send/flat"]),
            ("five levels, in five modules", instructions["send/deep5"]),
            ("fifty levels", instructions["send/deep50"]),
        ], "blue"),
        "breadth": bars("Instructions of a send, by number of children", [
            ("one child, not addressed", instructions["breadth/none/1"]),
            ("100 children, none addressed", instructions["breadth/none/100"]),
            ("100 children, the last addressed", instructions["breadth/last/100"]),
        ], "green"),
        "rows": bars("Bytes of a row store, one of 100,000", [
            ("alone", size["store/memory/row"]),
            ("observed", size["store/memory/row/observed"]),
            ("tracked by a view", size["store/memory/row/tracked"]),
        ], "violet"),
    }


if __name__ == "__main__":
    write_or_check(plots(), {}, "plots.py")
