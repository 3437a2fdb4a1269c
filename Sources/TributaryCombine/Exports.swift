// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@_exported public import TributaryCore

// The only place that chooses; all other files use only the API that both modules have.
#if canImport(Combine)
@_exported public import Combine
#elseif OpenCombine
@_exported public import OpenCombine
#endif
