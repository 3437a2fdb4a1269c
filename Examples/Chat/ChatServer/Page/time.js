// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Times in the reader's time zone and calendar.

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const calendar = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

export function clockTime(seconds) { return clock.format(seconds * 1000); }

export function day(seconds) { return calendar.format(seconds * 1000); }

export function exactTime(seconds) { return new Date(seconds * 1000).toISOString(); }
