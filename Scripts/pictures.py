#!/usr/bin/env python3
"""Draws the pictures of the documentation, and the plots of the article on performance, each for light and for dark pages. The plots come
from the thresholds of the benchmarks and from the output of Scripts/compare-peers.sh that is kept in Benchmarks/Growth.txt.

    Scripts/pictures.py           writes them into the catalogs
    Scripts/pictures.py --check   prints each that is not as this script draws it; ends with 1 if there is one
"""

import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = {"commit": "TributaryJournal"}
LIGHT = {"ink": "#1d1d1f", "quiet": "#6e6e73", "paper": "#ffffff", "box": "#f5f5f7", "edge": "#c7c7cc",
         "blue": "#0a66c2", "green": "#1d7d3f", "orange": "#b25000", "violet": "#7a3fb0",
         "blue box": "#e8f1fb", "green box": "#e8f6ec", "orange box": "#fdf0e2", "violet box": "#f3eafb"}
DARK = {"ink": "#f5f5f7", "quiet": "#a1a1a6", "paper": "#000000", "box": "#1c1c1e", "edge": "#48484a",
        "blue": "#6cb2ff", "green": "#62d384", "orange": "#ffb060", "violet": "#c896ff",
        "blue box": "#12263c", "green box": "#10291a", "orange box": "#332110", "violet box": "#281a38"}


class Picture:
    def __init__(self, width, height, says):
        self.width, self.height, self.says, self.parts = width, height, says, []

    def box(self, x, y, width, height, title="", lines=(), color=None, mono=False, dashed=False):
        fill, edge = (f"{color} box", color) if color else ("box", "edge")
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="[{fill}]" '
                          f'stroke="[{edge}]" stroke-width="1.5"{dash}/>')
        top = y + (height - 20 * len(lines) + 10) / 2 if not dashed else y + 22
        if title:
            self.text(x + width / 2, top, title, bold=True, color=color, mono=mono)
        for number, line in enumerate(lines):
            self.text(x + width / 2, top + 20 * (number + 1), line, small=True)

    def text(self, x, y, words, bold=False, small=False, color=None, anchor="middle", mono=False):
        family = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" if mono \
            else "-apple-system, Helvetica, Arial, sans-serif"
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{13 if small else 15}" '
                          f'font-family="{family}" {"font-weight=" + chr(34) + "600" + chr(34) if bold else ""} '
                          f'fill="[{color or ("quiet" if small else "ink")}]">{escape(words)}</text>')

    def arrow(self, *points, color="quiet", label="", at=None, anchor="middle", dashed=False):
        path = " ".join(("M" if number == 0 else "L") + f"{x} {y}" for number, (x, y) in enumerate(points))
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<path d="{path}" fill="none" stroke="[{color}]" stroke-width="1.75"{dash} '
                          f'marker-end="url(#{color})"/>')
        if label:
            x, y = at or ((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2 - 7)
            self.text(x, y, label, small=True, anchor=anchor)

    def drawn(self, palette):
        heads = "".join(f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
                        f'orient="auto"><path d="M0 0L8 4L0 8z" fill="[{name}]"/></marker>'
                        for name in ("quiet", "blue", "green", "orange", "violet"))
        text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
                f'height="{self.height}" role="img"><title>{escape(self.says)}</title><defs>{heads}</defs>'
                f'<rect width="{self.width}" height="{self.height}" fill="[paper]"/>\n' + "\n".join(self.parts) + "\n</svg>\n")
        for name, value in palette.items():
            text = text.replace(f"[{name}]", value)
        return text


def turn():
    it = Picture(760, 316, "A turn: an action is queued, passes the middleware, and is reduced; effects start; observers are notified.")
    it.box(20, 40, 120, 60, "send", ["an action"], "blue", mono=True)
    it.box(190, 40, 130, 60, "queue", ["first in, first out"])
    it.box(370, 40, 150, 60, "middleware", ["can drop or replace it"])
    it.box(570, 40, 170, 60, "reducers", ["change the state", ], "green")
    it.box(570, 160, 170, 60, "effects", ["start, each in a task"], "orange")
    it.box(190, 160, 330, 60, "observers of changed values", ["when the queue is empty"], "violet")
    it.arrow((140, 70), (188, 70), color="blue")
    it.arrow((320, 70), (368, 70))
    it.arrow((520, 70), (568, 70))
    it.arrow((655, 100), (655, 158), color="orange")
    it.arrow((600, 100), (600, 124), (420, 124), (420, 158), color="violet")
    it.arrow((255, 160), (255, 102), label="their actions", at=(264, 136), anchor="start")
    it.arrow((655, 220), (655, 280), (80, 280), (80, 102), color="orange",
             label="actions sent by effects start new turns", at=(368, 272))
    it.text(380, 22, "one turn: send returns at its end", small=True)
    it.parts.append('<rect x="165" y="28" width="585" height="208" rx="12" fill="none" stroke="[edge]" '
                    'stroke-dasharray="3 4"/>')
    return it


def scopes():
    it = Picture(760, 330, "One state and scoped stores: each scoped store reads and changes its part of the state.")
    it.box(20, 20, 330, 290, "", color="green", dashed=True)
    it.text(36, 46, "the state of the app", bold=True, color="green", anchor="start")
    it.box(44, 64, 282, 46, "user", mono=True)
    it.box(44, 124, 282, 46, "sheet?", mono=True)
    it.box(44, 184, 282, 110, "", [])
    it.text(185, 208, "rows", bold=True, mono=True)
    for number in range(3):
        it.box(60 + 88 * number, 224, 78, 52, f"#{number + 1}", mono=True)
    it.box(500, 20, 240, 44, "Store of the app", color="blue")
    it.box(500, 84, 240, 44, "Store of the user", color="blue")
    it.box(500, 148, 240, 44, "Store of the sheet, or nil", color="blue")
    it.box(500, 232, 240, 44, "Store of row 2", color="blue")
    it.arrow((500, 42), (352, 42), color="blue")
    it.arrow((500, 106), (328, 90), color="blue")
    it.arrow((500, 170), (328, 150), color="blue")
    it.arrow((500, 254), (400, 254), (400, 286), (187, 286), (187, 278), color="blue")
    it.text(740, 304, "no copies: every store reads and changes the one state", small=True, anchor="end")
    return it


def attaching():
    it = Picture(760, 350, "The same module attached in four ways: composed, separate, mounted, mirrored.")

    def panel(x, y, title, words):
        it.box(x, y, 360, 160, "", dashed=True)
        it.text(x + 16, y + 24, title, bold=True, anchor="start")
        it.text(x + 16, y + 146, words, small=True, anchor="start")

    panel(10, 10, "composed", "a part of the app's state and reducer")
    it.box(30, 48, 320, 76, "", color="green")
    it.text(60, 92, "app", anchor="start", color="green", bold=True)
    it.box(190, 62, 140, 48, "feature", color="violet")
    panel(390, 10, "separate", "a store of its own, connected by inputs and outputs")
    it.box(410, 54, 110, 64, "app", color="green")
    it.box(620, 54, 110, 64, "feature", color="violet")
    it.arrow((520, 74), (618, 74), label="input")
    it.arrow((620, 102), (522, 102), label="output", at=(570, 120))
    panel(10, 180, "mounted", "its reducer is added at run time, until its token is dropped")
    it.box(30, 218, 320, 76, "", color="green")
    it.text(60, 262, "app", anchor="start", color="green", bold=True)
    it.box(190, 232, 140, 48, "feature", color="violet", dashed=False)
    it.arrow((170, 256), (188, 256))
    it.text(162, 261, "mount", anchor="end", small=True)
    panel(390, 180, "mirrored", "the app runs on another actor; a mirror shows its state")
    it.box(410, 224, 110, 64, "StoreActor", ["app, feature"], "green")
    it.box(620, 224, 110, 64, "Store", ["for the views"], "blue")
    it.arrow((520, 244), (618, 244), label="states")
    it.arrow((620, 272), (522, 272), label="actions", at=(570, 290))
    return it


def commit():
    it = Picture(760, 220, "A commit: the state changes and observers are notified at once; effects start when the actions are on disk.")
    it.box(20, 40, 150, 60, "turns", ["reduce actions"], "green")
    it.box(230, 40, 170, 60, "commit", ["the actions since the last"], "blue")
    it.box(460, 40, 110, 60, "disk", ["one write"], "blue")
    it.box(630, 40, 110, 60, "effects", ["start"], "orange")
    it.box(20, 140, 150, 54, "observers", ["notified at once"], "violet")
    it.box(460, 140, 280, 54, "finish, committed", ["return"], mono=True)
    it.arrow((170, 70), (228, 70))
    it.arrow((400, 70), (458, 70))
    it.arrow((570, 70), (628, 70), color="orange")
    it.arrow((95, 100), (95, 138), color="violet")
    it.arrow((515, 100), (515, 138))
    it.text(300, 22, "effects wait for the disk", small=True)
    return it


def write_or_check(pictures, catalogues):
    """Writes each picture into its catalogue, light and dark; with `--check` it ends the script if one is not as drawn."""
    wrong = []
    for name, picture in pictures.items():
        for suffix, palette in (("", LIGHT), ("~dark", DARK)):
            catalogue = catalogues.get(name, "Tributary")
            path = ROOT / f"Sources/{catalogue}/{catalogue}.docc/Resources/{name}{suffix}.svg"
            text = picture.drawn(palette)
            if "--check" in sys.argv:
                if not path.exists() or path.read_text() != text:
                    wrong.append(f"{path.relative_to(ROOT)} is not as Scripts/pictures.py draws it.")
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
    if wrong:
        sys.exit("\n".join(wrong))


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
    drawings = {"turn": turn(), "scopes": scopes(), "attaching": attaching(), "commit": commit(), **plots()}
    write_or_check(drawings, CATALOGUES)
