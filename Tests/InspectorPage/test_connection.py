# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Two pages at once, and an app that goes and comes back."""


from inspected import Browser, PageTests, Program, expect


class ConnectionTests(PageTests):
    def test_two_pages_see_the_same(self):
        other = self.open()
        expect(self.row("search.found", other)).to_be_visible()
        self.select("ordered")
        self.page.get_by_role("textbox", name="Note on this action").fill("both see it")
        self.page.keyboard.press("Enter")
        expect(self.row("ordered", other)).to_contain_text("both see it")
        # Each has its own selection.
        expect(other.locator(".detail-title")).to_have_text("search.found")

    def test_a_lost_connection_is_told_and_found_again(self):
        self.select("ordered")
        self.program.end()
        alert = self.page.get_by_role("alert").filter(has_text="The connection to the app is lost")
        expect(alert).to_be_visible()
        expect(self.page.locator(".connection")).to_have_text("not connected")
        # What was there is still read.
        self.has("9 actions")
        self.program = Program(port=self.program.port)
        self.button("Try now").click()
        expect(self.page.locator(".connection")).to_have_text("live")
        expect(self.page.locator(".banner")).to_be_hidden()
        # Another run of the app begins anew.
        expect(self.title).to_have_text("search.found")

    def test_it_reconnects_by_itself(self):
        self.program.end()
        expect(self.page.locator(".banner")).to_be_visible()
        self.program = Program(port=self.program.port)
        expect(self.page.locator(".connection")).to_have_text("live")
        self.program.send("increment")
        expect(self.row("10")).to_be_visible()

    def test_the_same_run_goes_on_where_it_was(self):
        self.select("ordered")
        # The socket is closed under the page, and the app knows nothing of it.
        self.page.context.set_offline(True)
        session = self.page.context.new_cdp_session(self.page)
        session.send("Network.enable")
        self.page.context.set_offline(False)
        self.program.send("increment")
        self.has("10 actions")
        expect(self.title).to_have_text("ordered")

    def test_a_wrong_token_shows_nothing(self):
        context = Browser.start().new_context()
        self.contexts.append(context)
        page = context.new_page()
        answer = page.goto(self.program.address.split("?")[0] + "?token=wrong")
        self.assertEqual(answer.status, 403)

    def test_nothing_is_asked_of_anybody_else(self):
        requests = []
        page = self.open()
        page.on("request", lambda request: requests.append(request.url))
        page.reload()
        expect(self.row("search.found", page)).to_be_visible()
        self.assertGreater(len(requests), 10)
        here = f"http://127.0.0.1:{self.program.port}/"
        self.assertEqual([url for url in requests if not url.startswith(here)], [])
