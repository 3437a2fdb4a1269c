// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@_exported public import TributaryCore
@_exported public import TributaryForms
@_exported public import TributaryPresenting
@_exported public import TributaryUndo
