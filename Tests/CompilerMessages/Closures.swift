// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary

struct PropertyInReduce: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            switch action {
            case .type(let text):
                state.qery = text  // error: value of type 'Search.State' has no member 'qery'
                return .none
            case .found, .failed:
                return .none
            }
        }
    }
}

struct EffectOfAnUpdate: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Update { state, action in  // error: An Update has no effects: use Reduce
            state.page += 1
            return .run { send in await send(.failed) }
        }
    }
}

struct EffectThatIsNotReturned: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            Effect.run { send in await send(.failed) }  // poor: cannot infer contextual base in reference to member 'failed'
            return .none
        }
    }
}

struct CaseInReduce: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            switch action {
            case .tipe: return .none  // error: type 'Search.Action' has no member 'tipe'
            default: return .none
            }
        }
    }
}

struct ActionSentInReduce: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            state.page += 1
            return .send(.faild)  // error: type 'Search.Action' has no member 'faild'
        }
    }
}

struct EffectInReduce: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            state.page += 1
            return .non  // error: type 'Effect<Search.Action>' has no member 'non'
        }
    }
}

struct ActionSentByAnEffect: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            return .run { send in
                await send(.fond([]))  // error: type 'Search.Action' has no member 'fond'
            }
        }
    }
}

struct VariableInReduce: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            if case .type(let text) = action { state.query = txt }  // error: cannot find 'txt' in scope
            return .none
        }
    }
}

struct NoReturnAtAll: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            state.page += 1  // error: cannot convert value of type '()' to closure result type 'Effect<Search.Action>'
        }
    }
}

struct PropertyInUpdate: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Update { state, action in
            state.pge += 1  // error: value of type 'Search.State' has no member 'pge'
        }
    }
}

struct TypeInUpdate: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Update { state, action in
            state.page = "1"  // error: cannot assign value of type 'String' to type 'Int'
        }
    }
}

struct QueryOfFeedback: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .feedback(\.qery) { query, send in await send(.failed) }  // error: value of type 'Search.State' has no member 'qery'
    }
}

struct ActionInFeedback: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .feedback(\.query) { query, send in
                await send(.fond([query]))  // error: type 'Search.Action' has no member 'fond'
            }
    }
}

struct VariableInFeedback: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .feedback(\.query) { query, send in
                let title = query.cont  // error: value of type 'String' has no member 'cont'
                await send(.found([title]))
            }
    }
}

struct VariableInFeedbackForEach: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .feedback(each: \.hosts) { host, send in
                let title = host.cont  // error: value of type 'String' has no member 'cont'
                await send(.found([title]))
            }
    }
}

struct VariableInFeedbackForEachEntry: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .feedback(eachEntry: \.requests) { host, count, send in
                let title = host.cont  // error: value of type 'String' has no member 'cont'
                await send(.found([title]))
            }
    }
}

struct ValueOfOnChange: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .onChange(of: \.pge) { old, new, state in .none }  // error: value of type 'Search.State' has no member 'pge'
    }
}

struct PropertyInOnChange: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .onChange(of: \.page) { old, new, state in
                state.titels = []  // error: value of type 'Search.State' has no member 'titels'
                return .none
            }
    }
}

struct PropertyInOnChangeUpdate: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .onChange(of: \.page, update: { old, new, state in
                state.titels = []  // error: value of type 'Search.State' has no member 'titels'
            })
    }
}

struct OnChangeWithoutEffect: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        EmptyReducer()
            .onChange(of: \.page) { old, new, state in
                state.titles = []  // error: cannot convert value of type '()' to closure result type 'Effect<Search.Action>'
            }
    }
}

struct CaseInWrapped: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Search()
            .wrapped { state, action, reduce in
                if case .tipe = action { return .none }  // error: type 'Search.Action' has no member 'tipe'
                return reduce(&state, action)
            }
    }
}

struct WrappedWithoutEffect: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Search()
            .wrapped { state, action, reduce in
                state.titles = []  // error: cannot convert value of type '()' to closure result type 'Effect<Search.Action>'
            }
    }
}

struct CaptureOfWhatIsNotSendable: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            let counter = Counter()
            return .run { send in
                counter.count += 1  // error: 'Counter'
            }
        }
    }
}

struct CaptureOfTheState: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            .run { send in
                await send(.found(state.titles))  // error: 'state'
            }
        }
    }
}

struct WithoutAwait: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            .run { send in
                send(.failed)  // error: 'await'
            }
        }
    }
}
