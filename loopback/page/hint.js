import { mainWord } from "./commands.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

const KEY = "loopback.hint";

/** The first steps, shown until the hint is closed or followed. */
export class Hint {
  #isTried = false;
  element = h("aside", { className: "welcome", "aria-label": "First steps", hidden: true });

  /** `people` are in the order of the switcher; `me` is the current one. */
  show(me, people, commands) {
    if (localStorage.getItem(KEY) || !commands.length) return;
    const at = people.findIndex((each) => each.id !== me.id);
    const strong = (text) => h("strong", { textContent: text });
    const other = at < 0 ? ["."] : [
      ", then switch to ", strong(people[at].name), " at the top",
      h("span", { className: "aside" }, " (", h("kbd", { textContent: `Alt+${at + 1}` }), ")"),
      " to answer.",
    ];
    this.element.replaceChildren(
      h("p", {}, "You are ", strong(me.name), ". Type ",
        h("code", { textContent: mainWord(commands) }), " to begin", ...other),
      h("button", {
        type: "button", className: "plain", "aria-label": "Close the hint", onclick: () => this.#close(),
      }, icon("close")));
    this.element.hidden = false;
  }

  /** A command was sent. After that, another command or a change of person hides the hint. */
  tried() {
    if (this.#isTried) this.#close();
    this.#isTried = true;
  }

  /** A button or menu was used: the first steps are done. */
  pressed() {
    this.#close();
  }

  switched() {
    if (this.#isTried) this.#close();
  }

  #close() {
    localStorage.setItem(KEY, "closed");
    this.element.hidden = true;
  }
}
