// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for the module whose presence shows the adapter that Foundation has an undo manager.
