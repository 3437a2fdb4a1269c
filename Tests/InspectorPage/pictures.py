#!/usr/bin/env python3
# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Writes the pictures of the inspector for README and the article, in light and dark; it needs Pillow."""

import re

from inspected import Browser, Program, expect, root
from PIL import Image

folder = root / "Documentation/Pictures"
size = {"width": 1200, "height": 700}


def picture(page, name, scheme):
    expect(page.locator(".pane")).not_to_have_attribute("aria-busy", "true")
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    path = folder / f"inspector-{name}-{scheme}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(256, kmeans=3, dither=Image.Dither.NONE).save(path, optimize=True)


def prepare(page, program):
    page.goto(program.address)
    expect(page.get_by_role("row").filter(has_text="search.found").first).to_be_visible()


def select(page, text):
    page.get_by_role("row").filter(has_text=text).first.click()
    expect(page.locator(".detail-title")).to_have_text(text)


def show(page, name):
    page.get_by_role("tab", name=name, exact=True).click()


def write(scheme):
    program = Program()
    browser = Browser.start()
    page = browser.new_page(viewport=size, color_scheme=scheme)
    prepare(page, program)
    for line in ["order", "search tea", "tick 2"]:
        program.say(line)
    expect(page.get_by_role("row").filter(has_text="search.found")).to_have_count(2)
    show(page, "State")
    for name in ["search", "basket"]:
        page.get_by_role("treeitem", name=re.compile(f"^{name}")).locator(".node-line").first.click()
    page.get_by_role("treeitem", name=re.compile("^counter")).hover()
    page.get_by_role("button", name="Pin counter").click()
    page.get_by_role("row").filter(has_text="ordered").last.click()
    note = page.get_by_role("textbox", name="Note on this action")
    note.fill("Two of them?")
    note.press("Enter")
    expect(page.get_by_role("row").filter(has_text="Two of them?")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    page.get_by_role("row").filter(has_text="search.found").last.click()
    expect(page.get_by_role("tree", name="State after action 15")).to_be_visible()
    picture(page, "state", scheme)
    show(page, "Difference")
    expect(page.locator(".change").first).to_be_visible()
    picture(page, "difference", scheme)
    select(page, "loaded")
    show(page, "Causes")
    expect(page.get_by_role("tree", name="Causes")).to_be_visible()
    picture(page, "causes", scheme)
    page.close()
    narrow = browser.new_page(viewport={"width": 360, "height": 640}, color_scheme=scheme)
    prepare(narrow, program)
    picture(narrow, "narrow", scheme)
    narrow.close()
    program.end()


folder.mkdir(parents=True, exist_ok=True)
for scheme in ["light", "dark"]:
    write(scheme)
Browser.stop()
