#!/usr/bin/env python3
"""Looks at the site that Scripts/check-documentation.sh built, in Chromium, light and dark: a message in the console, an address
that is not there, a picture that does not load, and what is wider than its page are errors. It needs playwright and Chromium.

    Scripts/check-site.py [--all]      looks at articles and at pages of modules and diagnostics; --all, at each page of a symbol, too
    Scripts/check-site.py --pictures   takes the pictures of Documentation/Pictures/site anew: look at them. It needs Pillow
"""

import functools
import http.server
import json
import os
import shutil
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / ".build/documentation/site"
# Where what is seen on each picture is.
PICTURES = {
    "landing-light": "tributary", "store-light": "tributarycore/store", "effects-light": "tributary/effects-and-how-they-end",
    "getting-started-light": "tributary/getting-started", "diagnostics-dark": "tributarycore/diagnostics",
    "laws-light": "tributarycore/laws", "performance-dark": "tributary/performance", "from-tca-light": "tributary/coming-from-tca",
}
WIDER = """() => [
    document.documentElement.scrollWidth > innerWidth ? "it is wider than the window" : "",
    ...[...document.querySelectorAll(".table-wrapper")].map(it => it.scrollWidth > it.clientWidth + 2 ? "a table is wider" : ""),
    ...[...document.images].map(it => it.complete && !it.naturalWidth && it.loading != "lazy" ? it.src : ""),
].filter(each => each)"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def pages(everything):
    data = SITE / "data/documentation"
    for path in sorted(data.glob("**/*.json")):
        role = json.loads(path.read_text())["metadata"].get("role")
        if everything or role in ("article", "collection"):
            yield str(path.relative_to(data).with_suffix(""))


def look(browser, base, arguments):
    found = []
    for scheme in ("light", "dark"):
        page = browser.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900}).new_page()
        page.on("console", lambda it, page=page: it.type in ("error", "warning") and found.append(f"{page.url}: {it.text}"))
        page.on("response", lambda it, page=page: it.status >= 400 and found.append(f"{page.url}: {it.status} {it.url}"))
        page.on("pageerror", lambda it, page=page: found.append(f"{page.url}: {it}"))
        for path in pages("--all" in arguments):
            page.goto(f"{base}/documentation/{path}/")
            page.wait_for_selector("h1")
            page.wait_for_load_state("networkidle")
            found.extend(f"{page.url}, {scheme}: {each}" for each in page.evaluate(WIDER))
    return found


def take(browser, base):
    from PIL import Image
    for name, path in PICTURES.items():
        page = browser.new_context(color_scheme=name.rpartition("-")[2], viewport={"width": 1280, "height": 900}).new_page()
        page.goto(f"{base}/documentation/{path}/")
        page.wait_for_load_state("networkidle")
        file = ROOT / f"Documentation/Pictures/site/{name}.png"
        page.screenshot(path=file)
        Image.open(file).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)


def main(arguments):
    if arguments not in ([], ["--all"], ["--pictures"]):
        sys.exit(__doc__)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    with sync_playwright() as play:
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        found = take(browser, base) if arguments == ["--pictures"] else look(browser, base, arguments)
        browser.close()
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
