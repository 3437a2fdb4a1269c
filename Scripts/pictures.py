#!/usr/bin/env python3
"""The pictures of the documentation.

    pictures.py             draws the plots of the article on performance from the thresholds of the benchmarks and from the output of
                            Scripts/measure.sh peers that is kept in Benchmarks/Growth.txt; and makes each NAME~dark.svg from NAME.svg
    pictures.py --check     prints each that is not as this script draws it; ends with 1 if there is one

`Scripts/check.sh inspector --pictures` and `Scripts/check.sh examples pictures` take pictures of pages, by

    pictures.py inspector   of the inspector, for the README and the article
    pictures.py chat        of the chat's page
"""

import math
import re
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
RESOURCES = ROOT / "Sources/Tributary/Tributary.docc/Resources"
NAMES = "ink quiet paper box edge blue green orange violet blue-box green-box orange-box violet-box".split()
LIGHT = ("#1d1d1f #6e6e73 #ffffff #f5f5f7 #c7c7cc #0a66c2 #1d7d3f #b25000 #7a3fb0 #e8f1fb #e8f6ec #fdf0e2 #f3eafb").split()
DARK = ("#f5f5f7 #a1a1a6 #000000 #1c1c1e #48484a #6cb2ff #62d384 #ffb060 #c896ff #12263c #10291a #332110 #281a38").split()


class Plot:
    def __init__(self, width, height, says):
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                      f'role="img"><title>{escape(says)}</title><rect width="{width}" height="{height}" fill="[paper]"/>']

    def text(self, x, y, words, bold=False, small=False, color=None, anchor="middle"):
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{13 if small else 15}"{weight} '
                          f'font-family="-apple-system, Helvetica, Arial, sans-serif" '
                          f'fill="[{color or ("quiet" if small else "ink")}]">{escape(words)}</text>')

    def drawn(self):
        text = "\n".join([*self.parts, "</svg>", ""])
        for name, value in zip(NAMES, LIGHT, strict=True):
            text = text.replace(f"[{name}]", value)
        return text


def bars(title, unit, color, rows):
    limits = dict(map(str.split, filter(None, (ROOT / f"Benchmarks/Thresholds/6.3/{unit}.txt").read_text().splitlines())))
    rows = {label: int(limits[name]) for label, name in rows.items()}
    it = Plot(760, 46 + 34 * len(rows), title + ": " + ", ".join(f"{label} {value}" for label, value in rows.items()))
    it.text(20, 24, title, bold=True, anchor="start")
    for number, (label, value) in enumerate(rows.items()):
        y = 42 + 34 * number
        it.text(250, y + 17, label, small=True, anchor="end")
        width = max(2, round(400 * value / max(rows.values())))
        it.parts.append(f'<rect x="262" y="{y}" width="{width}" height="24" rx="4" fill="[{color}-box]" stroke="[{color}]"/>')
        it.text(270 + width, y + 17, f"{value:,}", small=True, anchor="start")
    return it.drawn()


def growth():
    """A curve for each line of Benchmarks/Growth.txt; both axes are logarithmic."""
    lines = [line for line in (ROOT / "Benchmarks/Growth.txt").read_text().splitlines() if line]
    sizes = [int(words) for words in lines[0].rpartition("N of ")[2].split(", ")]
    curves = {words[0]: [int(each) for each in words[1:]] for words in map(str.split, lines) if words[0] != "#"}
    it = Plot(760, 330, "Nanoseconds of a send that changes one of N observed values: "
              + "; ".join(f"{name} " + ", ".join(f"{each:,}" for each in values) for name, values in curves.items()))
    it.text(20, 24, "A send that changes one of N observed values", bold=True, anchor="start")

    def x(size):
        return 110 + 480 * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])

    for power, label in enumerate(["100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms"]):
        it.parts.append(f'<path d="M110 {270 - 45 * power}H590" stroke="[edge]" stroke-dasharray="2 4"/>')
        it.text(98, 275 - 45 * power, label, small=True, anchor="end")
    for size in sizes:
        it.text(x(size), 294, f"{size:,}", small=True)
    it.text(350, 318, "N, each with an observer", small=True)
    for (name, values), color in zip(curves.items(), ["blue", "orange", "violet", "green"], strict=False):
        points = [(x(size), 270 - 45 * math.log10(time / 100)) for size, time in zip(sizes, values, strict=True)]
        path = "L".join(f"{left:.1f} {top:.1f}" for left, top in points)
        it.parts.append(f'<path d="M{path}" fill="none" stroke="[{color}]" stroke-width="2.5"/>')
        it.parts += [f'<circle cx="{left:.1f}" cy="{top:.1f}" r="4" fill="[{color}]"/>' for left, top in points]
        it.text(604, round(points[-1][1]) + 5, name, bold=True, color=color, anchor="start")
    return it.drawn()


def drawings():
    """The plots, and the dark pictures."""
    plots = {
        "growth": growth(),
        "sends": bars("Instructions of a send", "instructions", "blue", {
            "one feature": "send/flat", "five levels, in five modules": "send/deep5", "fifty levels": "send/deep50"}),
        "breadth": bars("Instructions of a send, by number of children", "instructions", "green", {
            "one child, not addressed": "breadth/none/1", "100 children, none addressed": "breadth/none/100",
            "100 children, the last addressed": "breadth/last/100"}),
        "rows": bars("Bytes of a row store, one of 100,000", "bytes", "violet", {
            "alone": "store/memory/row", "observed": "store/memory/row/observed", "tracked by a view": "store/memory/row/tracked"}),
    }
    light = {path: path.read_text() for path in ROOT.glob("Sources/*/*.docc/Resources/*.svg") if not path.stem.endswith("~dark")}
    light.update({RESOURCES / f"{name}.svg": text for name, text in plots.items()})
    colors = dict(zip(LIGHT, DARK, strict=True))
    for path, text in light.items():
        yield path, text
        yield path.with_stem(f"{path.stem}~dark"), re.sub("#[0-9a-f]{6}", lambda found: colors[found[0]], text)


def take(page, name):
    from PIL import Image

    path = ROOT / f"Documentation/Pictures/{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(256, kmeans=3, dither=Image.Dither.NONE).save(path, optimize=True)


def take_inspector(scheme):
    from browser import Browser, Inspected, expect

    def row(text):
        return page.get_by_role("row").filter(has_text=text)

    def open_page(width, height):
        page = Browser.start().new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        page.goto(program.address)
        expect(page.get_by_role("row").filter(has_text="search.found").first).to_be_visible()
        return page

    def show(name):
        page.get_by_role("tab", name=name, exact=True).click()

    def picture(name):
        expect(page.locator(".pane")).not_to_have_attribute("aria-busy", "true")
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        take(page, f"inspector-{name}-{scheme}")

    program = Inspected()
    page = open_page(1200, 700)
    for line in ["order", "search tea", "tick 2"]:
        program.say(line)
    expect(row("search.found")).to_have_count(2)
    show("State")
    for name in ["search", "basket"]:
        page.get_by_role("treeitem", name=re.compile(f"^{name}")).locator(".node-line").first.click()
    page.get_by_role("treeitem", name=re.compile("^counter")).hover()
    page.get_by_role("button", name="Pin counter").click()
    row("ordered").last.click()
    note = page.get_by_role("textbox", name="Note on this action")
    note.fill("Two of them?")
    note.press("Enter")
    expect(row("Two of them?")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    row("search.found").last.click()
    expect(page.get_by_role("tree", name="State after action 15")).to_be_visible()
    picture("state")
    show("Difference")
    expect(page.locator(".change").first).to_be_visible()
    picture("difference")
    row("loaded").first.click()
    expect(page.locator(".detail-title")).to_have_text("loaded")
    show("Causes")
    expect(page.get_by_role("tree", name="Causes")).to_be_visible()
    picture("causes")
    page.close()
    page = open_page(360, 640)
    picture("narrow")
    page.close()
    program.kill()


def take_chat(scheme):
    from browser import Browser, expect
    from conftest import Client, Server

    talk = [("ada", "Has anybody read what the engine may weave?"),
            ("bob", "Algebraical patterns, as the loom weaves flowers and leaves."),
            ("ada", "Then it may compose, too, if somebody tells it the rules of harmony.")]
    server = Server(Path(tempfile.mkdtemp()))
    terminals = {name: Client(name, server.port) for name in ["ada", "bob"]}
    for terminal in terminals.values():
        terminal.enter("hall")
        terminal.say("join garden", "join hall")
    for number, (name, text) in enumerate(talk, 1):
        terminals[name].say(f"say {text}")
        terminals[name].prints_line(f"{number}. {name}: {text}")
    page = Browser.start().new_page(viewport={"width": 1000, "height": 480}, color_scheme=scheme)
    page.goto(server.page)
    page.locator("#guest-name").fill("eve")
    page.get_by_role("button", name="Come in").click()
    expect(page.locator("#messages .message").filter(has_text=talk[2][1])).to_be_visible()
    field = page.get_by_role("combobox", name="Message")
    for line in ["/join garden", "/join hall", f"Who wrote those rules down, {talk[0][0]}?"]:
        field.fill(line)
        field.press("Enter")
    expect(page.locator("#messages .message").filter(has_text="Who wrote")).to_have_count(1)
    terminals["bob"].say("join garden", "say Roses.", "join hall")
    expect(page.locator(".unread")).to_be_visible()
    field.fill("/")
    take(page, f"chat-page-{scheme}")
    page.close()
    for program in [*terminals.values(), server]:
        program.kill()


match sys.argv[1:]:
    case ["inspector" | "chat" as name]:
        sys.path += [str(ROOT / "Tests/InspectorPage"), str(ROOT / "Examples/Tests/EndToEnd")]
        for scheme in ["light", "dark"]:
            (take_inspector if name == "inspector" else take_chat)(scheme)
    case ["--check"]:
        sys.exit("\n".join(f"{path.relative_to(ROOT)} is not as Scripts/pictures.py draws it." for path, text in drawings()
                           if not path.exists() or path.read_text() != text) or 0)
    case []:
        for path, text in drawings():
            path.write_text(text)
    case _:
        sys.exit(__doc__)
