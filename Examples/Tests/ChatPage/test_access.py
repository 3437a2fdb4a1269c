# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Who may use the page, and that everybody can: other sites, both colour schemes, the keyboard, readers, 360 pixels."""

import http.client

import looking
from browser import expect
from chatting import ChatPageTests


class DoorTests(ChatPageTests):
    def ask(self, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def test_no_other_site_gets_the_page_or_a_socket(self):
        ours = f"127.0.0.1:{self.server.port}"
        self.assertEqual(self.ask("/").status, 200)
        policy = self.ask("/main.js").getheader("Content-Security-Policy")
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual(self.ask("/", Host="chat.example.org").status, 421)
        self.assertEqual(self.ask("/../chat.sqlite").status, 404)
        socket = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        self.assertEqual(self.ask("/chat", **socket, Origin=f"http://{ours}").status, 101)
        for origin, host in [
            ("https://example.org", ours), ("null", ours), (f"https://{ours}", ours), ("http://evil.org", "evil.org"),
        ]:
            self.assertEqual(self.ask("/chat", **socket, Origin=origin, Host=host).status, 426, origin)


class LightTests(ChatPageTests):
    color_scheme = "light"

    def check(self, place):
        """Nothing that is shown is too faint, too small, nameless, or wider than the window."""
        for found in self.page.evaluate(looking.contrasts):
            self.assertGreaterEqual(found["ratio"], found["needed"], f"{place}: {found}")
        self.assertEqual(self.page.evaluate(looking.small_targets), [], place)
        self.assertEqual(looking.unnamed(self.page), [], place)
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(width, 0, place)

    def test_everybody_can_see_and_reach_it(self):
        ada = self.terminal("ada")
        for size in [self.viewport, {"width": 360, "height": 640}]:
            self.page.set_viewport_size(size)
            self.check("door")
        # By keys alone.
        self.page.locator("#guest-name").focus()
        self.page.keyboard.type("eve")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#connection")).to_have_text("connected")
        expect(self.field).to_be_focused()
        self.type("/join garden")
        self.field.press("Alt+ArrowUp")
        ada.say("say " + "A long word: " + "x" * 300)
        self.type("Something of mine")
        expect(self.shown("Something of mine")).to_be_visible()
        expect(self.shown("A long word")).to_be_visible()
        self.type("/what")
        expect(self.page.get_by_role("alert")).to_be_visible()
        self.field.fill("/")
        for size in [{"width": 360, "height": 640}, self.viewport]:
            self.page.set_viewport_size(size)
            self.check("talk")
        for _ in range(12):
            self.page.keyboard.press("Tab")
            focused = self.page.evaluate(looking.focused)
            self.assertTrue(focused["isSeen"] or focused["kind"] == "body", focused)


class DarkTests(LightTests):
    color_scheme = "dark"
