// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
//
// A STAND-IN, NOT SWIFTUI, like SwiftUI.swift: further API for the views of an example.

public import Foundation

public struct Stepper<Label: View>: View {
    public var body: Never { fatalError() }
}

extension Stepper where Label == Text {
    public nonisolated init<S: StringProtocol, V: Strideable>(
        _ title: S,
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
}

extension View {
    public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { EmptyView() }

    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView() }
}
