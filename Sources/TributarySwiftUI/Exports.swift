// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
@_exported public import SwiftUI
#endif
@_exported public import TributaryCore
