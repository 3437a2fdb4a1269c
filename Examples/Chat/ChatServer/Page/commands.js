// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Commands in the input field: they follow a slash, as in the terminal.

export const commands = [
    { name: "join", usage: "/join ROOM", does: "enter a room", run: (chat, text) => chat.join(text), needs: /^[a-z0-9_-]{1,32}$/ },
    { name: "leave", usage: "/leave", does: "leave the room", run: (chat) => chat.leave(), needs: /^$/ },
    { name: "rename", usage: "/rename NAME", does: "be called something else", run: (chat, text) => chat.rename(text), needs: /^.{1,24}$/u },
    { name: "who", usage: "/who", does: "who is in the room", run: tellMembers, needs: /^$/ },
    { name: "help", usage: "/help", does: "show these", run: tellCommands, needs: /^$/ },
];

function tellMembers(chat) {
    chat.note(chat.room === null ? "You are in no room." : `Here: ${chat.room.members.map(({ name }) => name).join(", ")}.`);
}

function tellCommands(chat) {
    chat.note(commands.map(({ usage, does }) => `${usage}: ${does}`).join(" · "));
}

// The commands that the text can be completed to.
export function hints(text) {
    const found = /^\/([a-z]*)( ?)/.exec(text);
    if (found === null) return [];
    return commands.filter(({ name }) => (found[2] === "" ? name.startsWith(found[1]) : name === found[1]));
}

// Performs the input; two slashes send a message that begins with one.
export function perform(line, chat) {
    const text = line.trim();
    if (text === "") return true;
    if (!text.startsWith("/") || text.startsWith("//")) {
        chat.say(text.startsWith("//") ? text.slice(1) : text);
        return true;
    }
    const [verb, ...rest] = text.slice(1).split(" ");
    const argument = rest.join(" ").trim();
    const command = commands.find(({ name }) => name === verb);
    if (command === undefined) {
        chat.note(`“/${verb}” is no command; /help shows those there are.`);
        return false;
    }
    if (!command.needs.test(argument)) {
        chat.note(`Type ${command.usage}.`);
        return false;
    }
    chat.notice = null;
    command.run(chat, argument);
    return true;
}
