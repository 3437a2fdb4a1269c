// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AppFeature
import News
import Tributary

/// How News is attached to the app, which News itself can't tell.
package enum NewsAttachment: String, CaseIterable, Sendable {
    /// As a part of the app's state and of its reducer.
    case composed
    /// In a store of its own, behind its input and output.
    case separate
    /// As a part of the app's state, with a reducer that joins while the app runs.
    case mounted
    /// As a part of an app that runs on another actor, and is shown here.
    case mirrored
}
