// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** A length of time as it is read at a glance: three figures at most. */
export function duration(milliseconds) {
    if (milliseconds === 0) return "0";
    if (milliseconds < 0) return `−${duration(-milliseconds)}`;
    if (milliseconds < 0.95) return `${Math.round(milliseconds * 1000)} µs`;
    if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
    if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
    if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(milliseconds < 9_950 ? 2 : 1)} s`;
    const minutes = Math.floor(milliseconds / 60_000);
    if (minutes < 60) return `${minutes} min ${Math.floor((milliseconds % 60_000) / 1000)} s`;
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The time of the day, to a millisecond. */
export function timeOfDay(milliseconds) {
    const date = new Date(milliseconds);
    const two = (number) => String(number).padStart(2, "0");
    const fraction = String(Math.floor(milliseconds % 1000)).padStart(3, "0");
    return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${fraction}`;
}

/** A number with its thousands apart. */
export function figure(number) {
    return number.toLocaleString("en");
}

/** A number and its noun. */
export function counted(number, singular, plural = `${singular}s`) {
    return `${figure(number)} ${number === 1 ? singular : plural}`;
}

const originNames = {
    store: "sent to the store",
    reducer: "sent by a reducer",
    effect: "sent by an effect",
};

/** Where an action came from, in words. */
export function originName(origin) {
    return originNames[origin] ?? origin;
}
