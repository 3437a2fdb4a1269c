// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Feeds
import Foundation
import TerminalKit
import Testing
import TicTacToeRules
import Tributary
import TributaryTesting

@testable import Account
@testable import AppFeature
@testable import News
@testable import Rooms
@testable import Terminal
@testable import TicTacToeOnline

// Printed by `testSource`; RecordedTests.swift compares it with the output.
// swift-format-ignore
@Suite("A test that was printed", .timeLimit(.minutes(30)))
struct PrintedTests {
    @Test @MainActor func `account, entries 1 to 7`() async throws {
        let state = try decoded(#"{}"#, as: Account.State.self)
        let store = TestStore(initialState: state) {
            Account()
        }
        await store.send(.signIn(name: "Ada")) {
            $0.user = try decoded(#"{"articlesOpened":0,"name":"Ada"}"#)
        }
        await store.receive(\.output, .signedIn(name: "Ada"))
        await store.send(.input(.articleOpened)) {
            $0.user?.articlesOpened = 1
        }
        await store.send(.signIn(name: ""))
        await store.receive(
            \.output,
            .refused("A name has 1 to 40 letters, and nothing that can\'t be seen.")
        )
        await store.send(.signOut) {
            $0.user = nil
        }
        await store.receive(\.output, .signedOut(name: "Ada"))
        await store.finish()
    }

    @Test @MainActor func `app, entries 1 to 14`() async throws {
        let state = try decoded(#"{"account":{},"news":{"feeds":[{"id":"river","isLoading":false,"newCount":0}],"found":{},"marks":[],"place":{"feed":{"_0":"river"}},"reader":{"guest":{}}}}"#, as: App.State.self)
        let store = TestStore(initialState: state) {
            App().dependency(\.newsClient, .recorded)
        }
        await store.send(.account(.signIn(name: "Ada"))) {
            $0.account.user = try decoded(#"{"articlesOpened":0,"name":"Ada"}"#)
        }
        await store.receive(\.account) {
            $0.notice = try decoded(#"{"isProblem":false,"text":"Ada signed in."}"#)
        }
        await store.receive(\.news) {
            $0.news?.reader = .member(name: "Ada")
        }
        await store.send(.news(.load)) {
            $0.news?.refresh = try decoded(#"{"done":0,"failed":0,"new":0,"running":["river"],"waiting":[]}"#)
        }
        await store.receive(\.news) {
            $0.notice?.text = "Loading…"
        }
        await store.receive(\.news) {
            $0.news?.feeds = [try decoded(#"{"id":"river","isLoading":true,"newCount":0}"#)]
        }
        await store.receive(\.news) {
            $0.news?.feeds = [
                try decoded(#"{"feed":{"articles":[{"body":"Über dem Wehr","id":"a","link":"https://river.example/1","title":"One"},{"body":"","id":"b","title":"Two"}],"title":"River"},"id":"river","isLoading":false,"newCount":2}"#),
            ]
            $0.news?.refresh = nil
        }
        await store.receive(\.news) {
            $0.notice?.text = "Loaded 2 articles from “River”."
        }
        await store.send(.news(.open(2))) {
            $0.news?.opened = try decoded(#"{"article":{"body":"","id":"b","title":"Two"},"feed":"river"}"#)
            $0.news?.marks = [.member(name: "Ada"): ["river": ["b"]]]
        }
        await store.receive(\.news) {
            $0.notice = nil
        }
        await store.receive(\.account) {
            $0.account.user?.articlesOpened = 1
        }
        await store.send(.account(.signOut)) {
            $0.account.user = nil
        }
        await store.receive(\.account) {
            $0.notice = try decoded(#"{"isProblem":false,"text":"Ada signed out."}"#)
        }
        await store.receive(\.news) {
            $0.news?.reader = .guest
        }
        await store.finish()
    }

    @Test @MainActor func `browser, entries 1 to 8`() async throws {
        let state = try decoded(#"{"isLoading":false,"isSignedIn":false,"list":{"id":"","kind":{"articles":{}}},"rowCount":0,"scroll":0,"selection":0,"selections":[],"size":{"columns":80,"rows":24}}"#, as: Browser.State.self)
        let store = TestStore(initialState: state) {
            Browser()
        }
        await store.send(
            .input(
                .listChanged(try decoded(#"{"id":"river","kind":{"articles":{}}}"#), count: 3)
            )
        ) {
            $0 = try decoded(#"{"isLoading":false,"isSignedIn":false,"list":{"id":"river","kind":{"articles":{}}},"rowCount":3,"scroll":0,"selection":0,"selections":[{"id":"","kind":{"articles":{}}},0],"size":{"columns":80,"rows":24}}"#)
        }
        await store.send(.input(.pressed(.down))) {
            $0 = try decoded(#"{"isLoading":false,"isSignedIn":false,"list":{"id":"river","kind":{"articles":{}}},"rowCount":3,"scroll":0,"selection":1,"selections":[{"id":"","kind":{"articles":{}}},0],"size":{"columns":80,"rows":24}}"#)
        }
        await store.send(.input(.pressed(.enter)))
        await store.receive(\.output, .open(2))
        await store.send(
            .input(
                .pageChanged(
                    try decoded(#"{"body":"Body","details":["2026"],"title":"Two"}"#),
                    row: 1
                )
            )
        ) {
            $0 = try decoded(#"{"isLoading":false,"isSignedIn":false,"list":{"id":"river","kind":{"articles":{}}},"page":{"body":"Body","details":["2026"],"title":"Two"},"rowCount":3,"scroll":0,"selection":1,"selections":[{"id":"","kind":{"articles":{}}},0],"size":{"columns":80,"rows":24}}"#)
        }
        await store.send(.input(.pressed(.escape)))
        await store.receive(\.output, .back)
        await store.send(.input(.accountChanged(isSignedIn: true))) {
            $0 = try decoded(#"{"isLoading":false,"isSignedIn":true,"list":{"id":"river","kind":{"articles":{}}},"page":{"body":"Body","details":["2026"],"title":"Two"},"rowCount":3,"scroll":0,"selection":1,"selections":[{"id":"","kind":{"articles":{}}},0],"size":{"columns":80,"rows":24}}"#)
        }
        await store.finish()
    }

    @Test @MainActor func `match, entries 1 to 3`() async throws {
        let state = try decoded(#"{"earlier":[],"moves":[],"names":[],"number":1,"wins":[]}"#, as: Match.State.self)
        let store = TestStore(initialState: state) {
            Match().dependency(\.matchDelivery, { _ in })
        }
        await store.send(.sit(.host, name: try decoded(#""Ada""#), token: "h")) {
            $0 = try decoded(#"{"earlier":[],"moves":[],"names":["host","Ada"],"number":1,"wins":[]}"#)
        }
        await store.send(.play(try decoded(#""m-1""#), by: .host, field: 5))
        await store.send(.again(try decoded(#""m-2""#), by: .host))
        await store.finish()
    }

    @Test @MainActor func `news, entries 1 to 21`() async throws {
        let state = try decoded(#"{"feeds":[{"id":"river","isLoading":false,"newCount":0}],"found":{},"marks":[],"place":{"feed":{"_0":"river"}},"reader":{"guest":{}}}"#, as: News.State.self)
        let store = TestStore(initialState: state) {
            News().dependency(\.newsClient, .recorded)
        }
        await store.send(.load) {
            $0.refresh = try decoded(#"{"done":0,"failed":0,"new":0,"running":["river"],"waiting":[]}"#)
        }
        await store.receive(\.output, .loading(done: 0, of: 1))
        await store.receive(\.feeds) {
            $0.feeds = [try decoded(#"{"id":"river","isLoading":true,"newCount":0}"#)]
        }
        await store.receive(\.feeds) {
            $0.feeds = [
                try decoded(#"{"feed":{"articles":[{"body":"Über dem Wehr","id":"a","link":"https://river.example/1","title":"One"},{"body":"","id":"b","title":"Two"}],"title":"River"},"id":"river","isLoading":false,"newCount":2}"#),
            ]
            $0.refresh = nil
        }
        await store.receive(\.output, .loaded(title: "River", count: 2, new: 2))
        await store.send(.open(1)) {
            $0.opened = try decoded(#"{"article":{"body":"Über dem Wehr","id":"a","link":"https://river.example/1","title":"One"},"feed":"river"}"#)
            $0.marks = [.guest: ["river": ["a"]]]
        }
        await store.receive(\.output, .opened(title: "One"))
        await store.send(.follow(nil))
        await store.receive(\.followed)
        await store.receive(
            \.output,
            .followed(link: "https://river.example/1", isShown: true)
        )
        await store.send(.close) {
            $0.opened = nil
        }
        await store.receive(\.output, .closed)
        await store.send(.mark(nil)) {
            $0.marks = [.guest: ["river": ["a", "b"]]]
        }
        await store.receive(\.output, .marked(count: 1, isRead: true))
        await store.send(.search("two")) {
            $0.place = .found(text: "two")
            $0.found = ["river": ["b"]]
        }
        await store.receive(\.output, .found(text: "two", count: 1))
        await store.send(.add("nowhere")) {
            $0.feeds = [
                try decoded(#"{"feed":{"articles":[{"body":"Über dem Wehr","id":"a","link":"https://river.example/1","title":"One"},{"body":"","id":"b","title":"Two"}],"title":"River"},"id":"river","isLoading":false,"newCount":2}"#),
                try decoded(#"{"id":"nowhere","isLoading":false,"newCount":0}"#),
            ]
            $0.refresh = try decoded(#"{"done":0,"failed":0,"new":0,"running":["nowhere"],"waiting":[]}"#)
        }
        await store.receive(\.output, .loading(done: 0, of: 1))
        await store.receive(\.feeds) {
            $0.feeds = [
                try decoded(#"{"feed":{"articles":[{"body":"Über dem Wehr","id":"a","link":"https://river.example/1","title":"One"},{"body":"","id":"b","title":"Two"}],"title":"River"},"id":"river","isLoading":false,"newCount":2}"#),
                try decoded(#"{"id":"nowhere","isLoading":true,"newCount":0}"#),
            ]
        }
        await store.receive(\.feeds) {
            $0.feeds = [
                try decoded(#"{"feed":{"articles":[{"body":"Über dem Wehr","id":"a","link":"https://river.example/1","title":"One"},{"body":"","id":"b","title":"Two"}],"title":"River"},"id":"river","isLoading":false,"newCount":2}"#),
                try decoded(#"{"id":"nowhere","isLoading":false,"newCount":0,"problem":"There is no such feed."}"#),
            ]
            $0.refresh = nil
        }
        await store.receive(\.output, .failed("There is no such feed."))
        await store.finish()
    }

    @Test @MainActor func `room, entries 1 to 5`() async throws {
        let state = try decoded(#"{"members":[],"messages":[],"name":"hall"}"#, as: Room.State.self)
        let store = TestStore(initialState: state) {
            Room()
        }
        await store.send(
            .enter(
                try decoded(#"{"number":1,"run":"a"}"#),
                as: try decoded(#"{"account":"ada","name":"Ada"}"#),
                after: nil
            )
        ) {
            $0 = try decoded(#"{"members":[{"number":1,"run":"a"},{"account":"ada","name":"Ada"}],"messages":[],"name":"hall"}"#)
        }
        await store.send(
            .say(
                try decoded(#"{"number":1,"run":"a"}"#),
                as: try decoded(#"{"account":"ada","name":"Ada"}"#),
                [try decoded(#"{"id":"00000001","text":"Say \"hi\""}"#)],
                time: 3000
            )
        ) {
            $0 = try decoded(#"{"members":[{"number":1,"run":"a"},{"account":"ada","name":"Ada"}],"messages":[{"author":"ada","id":"00000001","name":"Ada","number":1,"text":"Say \"hi\"","time":3000}],"name":"hall"}"#)
        }
        await store.send(
            .renamed(try decoded(#""ada""#), to: try decoded(#""Countess""#))
        ) {
            $0 = try decoded(#"{"members":[{"number":1,"run":"a"},{"account":"ada","name":"Countess"}],"messages":[{"author":"ada","id":"00000001","name":"Ada","number":1,"text":"Say \"hi\"","time":3000}],"name":"hall"}"#)
        }
        await store.send(.history(try decoded(#"{"number":1,"run":"a"}"#), after: 0))
        await store.send(.leave(try decoded(#"{"number":1,"run":"a"}"#))) {
            $0 = try decoded(#"{"members":[],"messages":[{"author":"ada","id":"00000001","name":"Ada","number":1,"text":"Say \"hi\"","time":3000}],"name":"hall"}"#)
        }
        await store.finish()
    }
}
