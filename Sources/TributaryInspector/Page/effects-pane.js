// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element } from "./dom.js";
import { counted, duration, figure, timeOfDay } from "./format.js";
import { actionLink, Pane, quiet } from "./pane.js";

const scopes = [["action", "Of this action"], ["running", "Running"], ["all", "All of the store"]];
const states = { running: "running", ended: "ended", cancelled: "cancelled" };
const longest = 200;

/** Effects: of the selected action, or of the whole store. */
export class EffectsPane extends Pane {
    #program;
    #scope = "action";

    constructor(program) {
        super();
        this.#program = program;
    }

    /** Whether it has to be asked for again when the store does something. */
    get isLive() {
        return true;
    }

    show() {
        const program = this.#program;
        const [store, number, scope] = [program.current, program.selected, this.#scope];
        const isBase = program.isBaseSelected;
        return this.fill(async () => {
            const { connection } = program;
            let answer = null;
            if (scope !== "action") {
                const only = scope === "running" ? "running" : null;
                answer = await connection.ask("effects", { store, from: 0, count: longest, only });
            } else if (!isBase) {
                const { effects, cancelledEffects } = await connection.ask("action", { store, number });
                answer = { effects, cancelledEffects };
            }
            // The answer is requested after each change of the store; an unchanged table is not drawn again.
            return {
                key: JSON.stringify([store, number, scope, answer]),
                make: () => [this.#chooser(), ...this.#contents(scope, answer)],
            };
        });
    }

    #contents(scope, answer) {
        if (answer === null) return [quiet("Select an action to see its effects.")];
        if (scope === "action") {
            return [
                this.#table(answer.effects, "Effects that this action began", "This action began no effect."),
                answer.cancelledEffects.length > 0
                    ? this.#table(answer.cancelledEffects, "Effects that this action cancelled", "") : null,
            ];
        }
        const { effects, total } = answer;
        return [
            this.#table(
                effects,
                scope === "running" ? "Running effects" : "All effects, the newest first",
                "There are none.",
            ),
            total > effects.length
                ? quiet(`${figure(total - effects.length)} older ones are not shown.`) : null,
        ];
    }

    #chooser() {
        const buttons = scopes.map(([scope, text]) =>
            element(
                "button",
                {
                    type: "button", class: "segment", "aria-pressed": String(this.#scope === scope),
                    on: {
                        click: () => {
                            this.#scope = scope;
                            this.show();
                        },
                    },
                },
                text,
            ));
        return element(
            "div",
            { class: "segments pane-tools", role: "group", "aria-label": "Which effects" },
            buttons,
        );
    }

    #table(effects, caption, nothing) {
        if (effects.length === 0) return quiet(nothing);
        const columns = ["Effect", "State", "Began", "Took", "By", "Where"];
        return element(
            "table",
            { class: "effects" },
            element("caption", {}, `${caption} (${counted(effects.length, "effect")})`),
            element(
                "thead",
                {},
                element("tr", {}, columns.map((text) => element("th", { scope: "col" }, text))),
            ),
            element("tbody", {}, effects.map((effect) => this.#row(effect))),
        );
    }

    #row(effect) {
        const program = this.#program;
        const state = [element(
            "span",
            { class: `effect-state is-${effect.state}` },
            states[effect.state] ?? effect.state,
        )];
        if (effect.cancelledBy !== undefined) {
            state.push(
                " by ",
                actionLink(
                    program,
                    effect.cancelledBy,
                    undefined,
                    `Cancelled by action ${effect.cancelledBy}`,
                ),
            );
        }
        const sent = (effect.sent ?? []).flatMap((number) => [
            " ",
            actionLink(program, number, undefined, `Sent action ${number}`),
        ]);
        return element(
            "tr",
            {},
            element(
                "th",
                { scope: "row" },
                effect.name ?? "unnamed",
                sent.length > 0 ? [element("span", { class: "sent" }, " sent", sent)] : null,
            ),
            element("td", {}, state),
            element("td", { class: "figure" }, timeOfDay(effect.began)),
            element(
                "td",
                { class: "figure" },
                effect.ended === undefined ? "…" : duration(effect.ended - effect.began),
            ),
            element(
                "td",
                { class: "figure" },
                effect.by === undefined
                    ? null : actionLink(program, effect.by, undefined, `Began by action ${effect.by}`),
            ),
            element("td", { class: "site" }, effect.site ?? ""),
        );
    }
}
