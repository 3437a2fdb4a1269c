// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { ActionList } from "./action-list.js";
import { CausesPane } from "./causes-pane.js";
import { Connection } from "./connection.js";
import { Detail } from "./detail.js";
import { DifferencePane } from "./difference-pane.js";
import { EffectsPane } from "./effects-pane.js";
import { Files } from "./files.js";
import { FilterBar } from "./filter-bar.js";
import { Keys } from "./keys.js";
import { Notices } from "./notices.js";
import { Page } from "./page.js";
import { Pins } from "./pins.js";
import { Player } from "./player.js";
import { Program } from "./program.js";
import { Sending } from "./sending.js";
import { ValuePane } from "./value-pane.js";
import { WhatIf } from "./what-if.js";

// Who opens this page got a token with its address, and shows it again to the socket.
const token = new URLSearchParams(location.search).get("token") ?? "";

const connection = new Connection({
    address: `ws://${location.host}/socket?${new URLSearchParams({ token })}`,
    greet: (greeting, isSameRun) => program.greet(greeting, isSameRun),
    hear: (event) => program.hear(event),
});
const program = new Program(connection);
const notices = new Notices(connection);
const pins = new Pins(program);
const whatIf = new WhatIf(program, notices);
const player = new Player(program, notices);
const files = new Files(program, notices, token);
const filterBar = new FilterBar(program);
const sending = new Sending(program, notices);
const list = new ActionList(program, { act: () => player.jump(), whatIf });

const statePane = new ValuePane(program, "state", pins);
const panes = {
    action: { title: "Action", pane: new ValuePane(program, "action") },
    difference: {
        title: "Difference",
        pane: new DifferencePane(program, {
            pins,
            openPath: (path) => {
                statePane.open(path);
                program.show("state");
            },
        }),
    },
    state: { title: "State", pane: statePane },
    effects: { title: "Effects", pane: new EffectsPane(program) },
    causes: { title: "Causes", pane: new CausesPane(program) },
    whatIf: { title: "What if", pane: whatIf },
};

const editAndSend = () => {
    if (detail.typed !== null) sending.edit(detail.typed);
    else notices.complain("This action cannot be written as text.");
};
const tools = [
    { name: "jump", icon: "play", label: "Show in the app", key: "Enter", act: () => player.jump() },
    {
        name: "skip",
        icon: "skip",
        label: "What if it were skipped",
        key: "s",
        act: () => whatIf.toggleSkipped(),
    },
    {
        name: "earlier",
        icon: "up",
        label: "What if it came earlier",
        key: "Alt ↑",
        act: () => whatIf.move(-1),
    },
    { name: "later", icon: "down", label: "What if it came later", key: "Alt ↓", act: () => whatIf.move(1) },
    { name: "edit", icon: "send", label: "Change and send again", key: "r", act: editAndSend },
    {
        name: "export",
        icon: "test",
        label: "Test or session of the selection",
        key: "e",
        act: () => files.export(),
    },
];
const detail = new Detail(program, { panes, whatIf, pins, tools, notices, back: () => page.showList() });
list.fold = (isFolded) => filterBar.fold(isFolded);
pins.filter = (path, name) => filterBar.limitToPath(path, name);

const keys = new Keys([
    { keys: ["j"], text: "The next action", group: "Go", act: () => program.step(1) },
    { keys: ["k"], text: "The action before", group: "Go", act: () => program.step(-1) },
    { keys: ["u"], text: "The cause of this action", group: "Go", act: () => detail.goToCause() },
    { keys: ["f"], text: "Follow the newest action", group: "Go", act: () => program.follow() },
    { keys: ["l"], text: "The list", group: "Go", act: () => page.showList() },
    { keys: ["/"], text: "Filter the actions", group: "Go", act: () => filterBar.focus() },
    ...Object.entries(panes).map(([name, { title }], index) => (
        { keys: [String(index + 1)], text: title, group: "Panes", act: () => page.showPane(name) }
    )),
    { keys: [" "], text: "Play, or pause", group: "Time", act: () => player.toggle() },
    {
        keys: ["t"],
        text: "Show in the app what is selected, or come back",
        group: "Time",
        act: () => player.toggleInApp(),
    },
    { keys: ["g"], text: "Go on from the state that the app shows", group: "Time", act: () => page.stay() },
    {
        keys: ["s"],
        text: "What if this action were skipped",
        group: "What if",
        act: () => whatIf.toggleSkipped(),
    },
    { keys: ["Alt ArrowUp"], text: "What if it came earlier", group: "What if", act: () => whatIf.move(-1) },
    { keys: ["Alt ArrowDown"], text: "What if it came later", group: "What if", act: () => whatIf.move(1) },
    { keys: ["x"], text: "Type an action and send it", group: "Do", act: () => sending.focus() },
    { keys: ["r"], text: "Change this action and send it again", group: "Do", act: editAndSend },
    { keys: ["n"], text: "Note something on this action", group: "Do", act: () => detail.focusNote() },
    { keys: ["e"], text: "Export, or make a test", group: "Do", act: () => files.export() },
    { keys: ["i"], text: "Import a session", group: "Do", act: () => files.choose() },
    { keys: ["Escape"], text: "Back: no notice, no filter", group: "Do", act: () => page.escape() },
    { keys: ["?"], text: "This help", group: "Do", act: () => keys.showHelp() },
]);

const page = new Page(program, { list, filterBar, sending, detail, player, files, keys, notices });
connection.changed = () => {
    notices.showConnection(connection);
    program.signal.tell("connection");
};
document.body.append(...page.elements);
connection.open();
