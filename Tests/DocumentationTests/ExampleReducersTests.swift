// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary

/// Assertions about statements that no printed test notices when they are left out.
@MainActor
@Suite("A reducer of an example", .timeLimit(.minutes(30)))
struct ExampleReducersTests {
    private func state<R: Reducer>(after actions: R.Action..., of reducer: R, from state: R.State) -> R.State
    {
        var state = state
        reducer.reduce(into: &state, actions: actions)
        return state
    }

    @Test func `of the guides changes all that it should`() {
        let answered = state(after: .bottomReached, .answered(["a"]), of: Titles(), from: Titles.State())
        #expect(answered.titles == ["a"] && answered.nextPage == nil)
        #expect(state(after: .bottomReached, .failed, of: Titles(), from: Titles.State()).nextPage == nil)
        var shop = Shop.State()
        let plant = Plant.State(id: UUID(number: 1), name: "Fern")
        shop.rows = [plant]
        shop.editor = Editor.State()
        shop.isEditing = true
        let rename = Shop.Action.change(StateChange(\.name, from: "", to: "Leaf"))
        #expect(state(after: .ask, of: Shop(), from: shop).question != nil)
        #expect(state(after: .ask, rename, of: Shop(), from: shop).question == nil)
        let closed = state(after: .editorClosed, of: Shop(), from: shop)
        #expect(closed.editor == nil && !closed.isEditing)
        #expect(state(after: .editor(.output(.saved(""))), of: Shop(), from: shop).editor == nil)
        #expect(state(after: .loansLoaded(["Dune"]), of: Shop(), from: shop).loans == ["Dune"])
        #expect(state(after: .ask, .answer(.emptied), of: Shop(), from: shop).rows.isEmpty)
        let watered = state(after: .rows(.element(id: plant.id, action: .water)), of: Shop(), from: shop)
        #expect(watered.name == "Fern")
    }

    @Test func `of the how-to pages changes all that it should`() {
        let cleared = state(after: .found(["Rome"]), .typed(""), of: CitySearch(), from: CitySearch.State())
        #expect(cleared.cities.isEmpty)
        let problem = state(after: .endAppeared, .failed("No."), of: Timeline(), from: Timeline.State())
        #expect(!problem.isLoading && problem.problem == "No.")
        #expect(state(after: .endAppeared, of: Timeline(), from: problem).problem == nil)
        let posts = Timeline.Batch(posts: [Timeline.Post(id: 1, text: "Hi")], nextPage: 1)
        let loaded = state(after: .loaded(posts), of: Timeline(), from: Timeline.State())
        let refreshed = state(after: .refresh, of: Timeline(), from: loaded)
        #expect(loaded.posts.count == 1 && refreshed.posts.isEmpty)
    }

    @Test func `of the articles changes all that it should`() {
        #expect(state(after: .insert(1), of: Toaster(), from: Toaster.State()).toasts == 1)
        #expect(state(after: .topic("Dune"), of: Desk(), from: Desk.State()).topic == "Dune")
        #expect(state(after: .topic("Dune"), of: Hall(), from: Hall.State()).topic == "Dune")
        #expect(state(after: .add(2), .reset, of: Assisted.Tally(), from: Assisted.Tally.State()).count == 0)
        let failed = state(after: .failed("No."), of: Assisted.Search(), from: Assisted.Search.State())
        #expect(failed.problem == "No.")
        var form = SignUp.State()
        (form.name, form.password, form.repeated) = ("Ada", "12345678", "12345678")
        let tried = state(after: .submit, of: SignUp(), from: form)
        let typed = SignUp.Action.change(StateChange(\.name, from: "Ada", to: "Bob"))
        #expect(tried.isWaiting && !state(after: typed, of: SignUp(), from: tried).isWaiting)
        #expect(state(after: .open, of: Basket(), from: Basket.State()).isOpen)
        let selected = state(after: .select(2), of: Office(), from: Office.State())
        #expect(selected.selection == 2)
        #expect(state(after: .close, of: Office(), from: selected).selection == nil)
        #expect(state(after: .addAll(Array(1...11)), of: Goods(), from: Goods.State()).isLarge)
        let lent = state(after: .lend, of: Bookshop(ask: { _ in [] }), from: Bookshop.State())
        #expect(lent.lent == 1)
        let reading = Reading.State(
            page: Reading.Page(recipeID: 1),
            recipe: Recipe.State(id: 1, name: "Soup")
        )
        #expect(state(after: .enlarge, of: Reading(), from: reading).page.isLarge)
        let opened = state(after: .open(.help), of: Shelf(), from: Shelf.State())
        #expect(opened.destination == .help)
        #expect(state(after: .closed, of: Shelf(), from: opened).destination == nil)
        #expect(state(after: .failed("No."), of: Room(), from: Room.State()).lines == ["(No.)"])
        #expect(state(after: .clear, of: Account(), from: Account.State(name: "Ada")).name.isEmpty)
    }

    @Test func `of the laws changes all that it should`() {
        let playing = state(after: .play(1), .track(.run), of: Laws.Player(), from: Laws.Player.State())
        #expect(playing.track?.isRunning == true)
        #expect(state(after: .track(.ended), of: Laws.Player(), from: playing).track?.isRunning == false)
        let faded = state(after: .track(.fade), of: Laws.Player(), from: playing)
        #expect(faded.track?.samples.allSatisfy { $0 == 4 } == true)
        #expect(state(after: .stop, of: Laws.Player(), from: playing).track == nil)
    }

    #if canImport(Combine) || OpenCombine
    @Test func `of the article on publishers changes all that it should`() {
        #expect(state(after: .input(4), of: Till(), from: Till.State()).due == 6)
    }
    #endif
}
