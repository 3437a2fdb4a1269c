// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary

struct PropertyOfScope: Reducer {
    var body: some Reducer<Whole, Event> {
        Scope(state: \.serch, action: \.search) { Search() }  // error: value of type 'Whole' has no member 'serch'
        Scope(state: \.search, action: \.search) { Search() }
    }
}

struct CaseOfScope: Reducer {
    var body: some Reducer<Whole, Event> {
        Scope(state: \.search, action: \.search) { Search() }
        Scope(state: \.search, action: \.serch) { Search() }  // error: has no member 'serch'
    }
}

struct ChildOfScope: Reducer {
    var body: some Reducer<Whole, Event> {
        Scope(state: \.search, action: \.search) { Serch() }  // error: cannot find 'Serch' in scope
    }
}

struct WrongChildOfScope: Reducer {
    var body: some Reducer<Whole, Event> {
        Scope(state: \.search, action: \.search) { Row() }  // error: requires the types 'Search.State' and 'Row.State' be equivalent
    }
}

struct WrongActionOfScope: Reducer {
    var body: some Reducer<Whole, Event> {
        Scope(state: \.search, action: \.counted) { Search() }  // error: 'Int'
    }
}

struct PropertyOfIfLet: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .ifLet(\.shet, action: \.sheet) { Search() }  // error: value of type 'Whole' has no member 'shet'
    }
}

struct CaseOfIfLet: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .ifLet(\.sheet, action: \.shet) { Search() }  // error: has no member 'shet'
    }
}

struct IfLetOfWhatIsNotOptional: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .ifLet(\.search, action: \.search) { Search() }  // error: 'WritableKeyPath<Whole, Search.State>'
    }
}

struct WrongChildOfIfLet: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .ifLet(\.sheet, action: \.sheet) { Row() }  // error: 'Row
    }
}

struct CaseOfIfCaseLet: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .ifCaseLet(\.screen.serch, action: \.search) { Search() }  // error: no dynamic member 'serch'
    }
}

struct PropertyOfIfCaseLet: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .ifCaseLet(\.scren.search, action: \.search) { Search() }  // error: 'scren'
    }
}

struct ActionOfIfCaseLet: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .ifCaseLet(\.screen.search, action: \.serch) { Search() }  // error: has no member 'serch'
    }
}

struct PropertyOfForEach: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .forEach(\.row, action: \.rows) { Row() }  // error: value of type 'Whole' has no member 'row'
    }
}

struct WrongActionOfForEach: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .forEach(\.rows, action: \.search) { Row() }  // error: CasePath<Event, Search.Action>
    }
}

struct ForEachOfWhatIsNoCollection: Reducer {
    var body: some Reducer<Whole, Event> {
        EmptyReducer()
            .forEach(\.count, action: \.rows) { Row() }  // error: 'WritableKeyPath<Whole, Int>'
    }
}

struct WithoutCasePaths: Reducer {
    var body: some Reducer<Whole, Plain> {
        Scope(state: \.search, action: \.search) { Search() }  // error: 'Plain' conform to 'CasePathable'
    }
}

struct BodyWithoutArguments: Reducer {  // error: The body is for another state or action: write 'some Reducer<State, Action>'
    typealias State = Whole
    typealias Action = Event
    var body: some Reducer {
        EmptyReducer<Whole, Event>()
    }
}

struct ScopeOfAnOptional: Reducer {
    var body: some Reducer<Whole, Event> {
        Scope(state: \.sheet, action: \.sheet) { Search() }  // poor: requires the types 'Optional<Search.State>' and 'Search.State' be equivalent
    }
}

struct PathAsName: Reducer {
    var body: some Reducer<Whole, Event> {
        Scope(state: \.search, action: CasePath(\.search)) { Search() }  // error: CasePath
    }
}
