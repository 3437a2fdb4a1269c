// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { vector } from "./dom.js";

// Drawn on a grid of 16 by 16, in the colour of the text around them.
const strokes = {
    store: "M3 8h9M8.5 4.5 12 8l-3.5 3.5",
    reducer: "M4 3v5a2 2 0 0 0 2 2h6M9.5 7.5 12 10l-2.5 2.5",
    effect: "M9 2 4 9h4l-1 5 5-7H8l1-5Z",
    unknown: "M8 8h.01",
    first: "M4 3.5v9M12.5 3.5 7 8l5.5 4.5v-9Z",
    back: "M10.5 3.5 5 8l5.5 4.5v-9Z",
    play: "M5 3v10l8-5-8-5Z",
    pause: "M5.5 3.5v9M10.5 3.5v9",
    forward: "M5.5 3.5 11 8l-5.5 4.5v-9Z",
    last: "M12 3.5v9M3.5 3.5 9 8l-5.5 4.5v-9Z",
    open: "M5.5 3.5 10 8l-4.5 4.5",
    close: "m4 4 8 8M12 4l-8 8",
    pin: "M6 2.5h4l-.5 4 2 2.5h-7l2-2.5-.5-4ZM8 9v4.5",
    note: "M3.5 3.5h9v6l-3 3h-6v-9ZM12.5 9.5h-3v3",
    skip: "M8 13A5 5 0 1 0 8 3a5 5 0 0 0 0 10ZM4.5 4.5l7 7",
    up: "M8 12.5v-9M4.5 7 8 3.5 11.5 7",
    down: "M8 3.5v9M4.5 9 8 12.5 11.5 9",
    importing: "M8 2.5v7M5 7l3 3 3-3M3 12.5h10",
    exporting: "M8 10V3M5 5.5l3-3 3 3M3 12.5h10",
    help: "M6 6a2 2 0 1 1 2.8 1.8c-.5.3-.8.7-.8 1.2v.5M8 12h.01",
    send: "m2.5 8 11-5-3 10-3-4-5-1ZM7.5 9l6-6",
    more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
    copy: "M6 6V3.5h6.5V10H10M3.5 6H10v6.5H3.5V6Z",
    test: "M6 2.5h4M7 2.5v4l-3.5 6a.7.7 0 0 0 .6 1h7.8a.7.7 0 0 0 .6-1L9 6.5v-4M5.5 10h5",
};

/** Draws an icon; its text or label gives the meaning. */
export function icon(name) {
    return vector(
        "svg",
        {
            class: "icon",
            viewBox: "0 0 16 16",
            width: 16,
            height: 16,
            "aria-hidden": "true",
            focusable: "false",
        },
        vector("path", { d: strokes[name] ?? strokes.unknown }),
    );
}
