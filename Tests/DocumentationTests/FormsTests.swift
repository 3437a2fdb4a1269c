// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on forms", .timeLimit(.minutes(30)))
struct FormsTests {
    @Test func `has examples that agree with their comments`() throws {
        #expect(FormsArticle().bound() == ["Ada 8"])
        #expect(
            FormsArticle().inTheTerminal()
                == ["name: Enter a name.", "password: Use 8 letters or more."]
        )
        let lines = try FormsArticle().coded()
        #expect(lines == [#"change(\.name = "Ada")"#, "true", #"change(\.password = •••)"#])
    }

    @Test func `has a form that requires only the last name, and submits the permitted fields`() async {
        #expect(await FormsArticle().tested() == ["ada is taken."])
        await FormsArticle().accepted()
    }

    @Test func `has a form that compares two fields`() {
        let state = SignUp.State(name: "ada", password: "12345678", repeated: "1234")
        #expect(state.problems == [.repeated: "Enter the same password twice."])
        #expect(state.shownProblems.isEmpty)
    }
}
