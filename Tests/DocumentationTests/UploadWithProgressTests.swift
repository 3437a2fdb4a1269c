// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on uploads", .timeLimit(.minutes(30)))
struct UploadWithProgressTests {
    @Test func `has tests that pass`() async {
        await UploadWithProgress().uploaded()
        await UploadWithProgress().cancelled()
        await UploadWithProgress().failed()
    }
}
