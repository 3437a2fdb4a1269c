// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary

@ReducerCases
enum Page {
    case search(Search)
    case row(Row)
    case about
}

struct Pages {
    var page: Page.State?
    var alert: AlertState<Row.Action>?
}

@CasePathable
enum PagesAction {
    case page(Page.Action)
    case alert(Row.Action)
}

@ReducerCases
enum PageOfOptional {
    case search(Search?)  // error: 'search' has to hold the type of a reducer, not 'Search?'
}

@ReducerCases
enum PagesWithoutReducers {  // error: no case holds a reducer
    case about
}

@ReducerCases
enum MisspelledPage {
    case search(Serch)  // error: cannot find type 'Serch' in scope
}

@ReducerCases  // error: @ReducerCases can only be attached to an enum, not to a struct
struct StructOfPages {}

struct CaseOfDestination: Reducer {
    var body: some Reducer<Pages, PagesAction> {
        EmptyReducer()
            .ifCaseLet(\.page.serch, action: \.page.search) { Search() }  // error: 'serch'
    }
}

struct ActionOfDestination: Reducer {
    var body: some Reducer<Pages, PagesAction> {
        EmptyReducer()
            .ifCaseLet(\.page.search, action: \.page.about) { Search() }  // error: 'about'
    }
}

struct WrongChildOfDestination: Reducer {
    var body: some Reducer<Pages, PagesAction> {
        EmptyReducer()
            .ifLet(\.page, action: \.page) { Search() }  // error: 'Search
    }
}

struct AlertOfWhatIsNotOptional: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .clear(\.search, on: \.counted)  // error: 'WritableKeyPath<Whole, Search.State>'
    }
}

struct WrongCaseOfAlert: Reducer {
    var body: some Reducer<Pages, PagesAction> {
        EmptyReducer()
            .clear(\.alert, on: \.alrt)  // error: 'alrt'
    }
}

func misspelledScopeOfDestination(_ store: Store<Pages, PagesAction>) {
    _ = store.scope(case: \.page.serch, action: \.page.search)  // error: 'serch'
}
