// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import QuestionCommand

await QuestionCommand.main()
