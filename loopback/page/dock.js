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
    const [line] = message.content.split("\n");
    const first = plainText(line, { names: message.names });
    this.element.replaceChildren(
      h("button", {
        type: "button", className: "docked-title link", title: "Go to the message",
        textContent: first || message.author.name, onclick: () => this.jump(message),
      }),
      ...pictures(message).map(attachment));
  }
}

/** The pictures that are attached to a message. */
export function pictures(message) {
  if (message.components_v2) return [];
  return message.attachments.filter((each) => each.content_type?.startsWith("image/"));
}
