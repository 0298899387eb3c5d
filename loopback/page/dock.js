// The newest picture beside the log, where the page is wide enough; style.css says when.

import { attachment } from "./attachments.js";
import { h } from "./dom.js";
import { plainText } from "./markdown.js";

/** Shows the pictures of one message; `element` is the place for them. */
export class Dock {
  #shown = "";

  /** `jump(message)` goes to a message of the log. */
  constructor(element, jump) {
    this.element = element;
    this.jump = jump;
  }

  /** Show the newest of these messages that has a picture; return it, or null without one. */
  show(messages) {
    const message = messages.findLast((each) => pictures(each).length) ?? null;
    this.element.hidden = message === null;
    const told = message ? JSON.stringify([message.id, message.content, pictures(message)]) : "";
    if (told !== this.#shown) this.#draw(message);
    this.#shown = told;
    return message;
  }

  #draw(message) {
    if (!message) {
      this.element.replaceChildren();
      return;
    }
    this.element.replaceChildren(
      h("button", {
        type: "button", className: "docked-title link", title: "Go to the message",
        textContent: title(message), onclick: () => this.jump(message),
      }),
      ...pictures(message).map(attachment));
  }
}

// The first line of a message in normal print; without words, the first sentence of what its picture
// shows.
function title(message) {
  const line = message.content.split("\n").find((each) => !each.startsWith("-# ")) ?? "";
  const [told] = (pictures(message)[0].description ?? "").match(/^.*?[.?!](?=\s|$)/u) ?? [];
  return plainText(line, { names: message.names }) || told || message.author.name;
}

/** The pictures that are attached to a message. */
export function pictures(message) {
  if (message.components_v2) return [];
  return message.attachments.filter((each) => each.content_type?.startsWith("image/"));
}
