// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Elements are made and never parsed: the app's values stay text, whatever they contain.

const vectors = "http://www.w3.org/2000/svg";

/**
 * Makes an element.
 *
 * `attributes` are attributes of the document, but for `on`, which holds listeners by the name of their
 * event, and `value` and `checked`, which are properties. An attribute that is `true` is empty; one that is
 * `false`, `null` or `undefined` is not there.
 */
export function element(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/** Makes an element of a picture. */
export function vector(name, attributes = {}, ...children) {
    return fill(document.createElementNS(vectors, name), attributes, children);
}

function fill(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name === "on") {
            for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
        } else if (name === "value" || name === "checked") {
            made[name] = value;
        } else {
            setAttribute(made, name, value);
        }
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return made;
}

/**
 * Sets an attribute, or removes it where there is no value; it touches the document only if something
 * changes.
 */
export function setAttribute(target, name, value) {
    if (value === null || value === undefined || value === false) {
        if (target.hasAttribute(name)) target.removeAttribute(name);
    } else {
        const text = value === true ? "" : String(value);
        if (target.getAttribute(name) !== text) target.setAttribute(name, text);
    }
}

/** Sets the text of an element, if it is another. */
export function setText(target, text) {
    if (target.textContent !== text) target.textContent = text;
}

/** Shows or hides an element. */
export function setShown(target, isShown) {
    if (target.hidden === isShown) target.hidden = !isShown;
}

/** Calls a function once in the next frame, however often it is asked to until then. */
export function inNextFrame(draw) {
    let isAsked = false;
    return () => {
        if (isAsked) return;
        isAsked = true;
        requestAnimationFrame(() => {
            isAsked = false;
            draw();
        });
    };
}
