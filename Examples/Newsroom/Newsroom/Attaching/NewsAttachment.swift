// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AppFeature
import News
import Tributary

/// The way in which News is attached to the app; News itself is the same for all.
package enum NewsAttachment: String, CaseIterable, Sendable {
    /// As a part of the app's state and of its reducer.
    case composed
    /// In its own store, connected by its inputs and outputs.
    case separate
    /// As a part of the app's state, with a reducer that is mounted while the app runs.
    case mounted
    /// As a part of an app that runs on another actor, and is mirrored here.
    case mirrored
}
