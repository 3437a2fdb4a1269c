// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import KioskApp

let session = await KioskSession(
    holdings: Holdings([
        Book(id: "1", title: "Dune"), Book(id: "2", title: "Emma"), Book(id: "3", title: "Dubliners"),
    ])
)
while let line = readLine() {
    print("> \(line)")
    for line in await session.perform(line) { print(line) }
}
session.close()
