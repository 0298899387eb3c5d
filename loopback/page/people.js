import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { showMenu } from "./menu.js";

/**
 * The switcher: a button for each person, with the number of unread mentions. Alt+1, Alt+2 …
 * switch, too.
 */
export class People {
  /** `onswitch(person)` is called with the one chosen; `menuOf(person)` are commands for them. */
  constructor(element, onswitch, menuOf) {
    this.element = element;
    this.onswitch = onswitch;
    this.menuOf = menuOf;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draw the views' people; `me` is the id of the current one. */
  show(views, me) {
    this.people = views.map((each) => each.person);
    const hadFocus = document.activeElement?.dataset.person;
    this.element.replaceChildren(
      h("span", { className: "people-label", "aria-hidden": "true", textContent: "You are" }),
      ...views.map((view, at) => this.#button(view, at, view.person.id === me)));
    if (hadFocus) this.element.querySelector(`[data-person="${CSS.escape(hadFocus)}"]`)?.focus();
  }

  #button(view, at, isMe) {
    const { person } = view;
    const pings = isMe ? 0 : view.pings();
    const mentions = pings ? `, ${pings} ${pings === 1 ? "mention" : "mentions"}` : "";
    return h("button", {
      type: "button",
      className: "person",
      "data-person": person.id,
      "aria-pressed": String(isMe),
      "aria-label": `${person.name}${mentions}`,
      "aria-keyshortcuts": at < 9 ? `Alt+${at + 1}` : null,
      title: at < 9 ? `${person.name} (Alt+${at + 1})` : person.name,
      onclick: () => this.onswitch(person.id),
      oncontextmenu: (event) => isMe || this.#openMenu(event, person),
    },
    avatar(person),
    h("span", { className: "person-name", textContent: person.name }),
    pings ? h("span", { className: "pings-badge", textContent: pings }) : null);
  }

  #openMenu(event, person) {
    event.preventDefault();
    showMenu(event.currentTarget, `Commands for ${person.name}`, this.menuOf(person));
  }

  #key(event) {
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (!digit || !event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    const person = this.people?.[Number(digit) - 1];
    if (!person) return;
    event.preventDefault();
    this.onswitch(person.id);
  }
}
