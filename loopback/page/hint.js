import { h } from "./dom.js";
import { icon } from "./icons.js";

const KEY = "loopback.hint";

/** The first steps, shown where nothing has been said yet, until the hint is closed. */
export class Hint {
  element = h("aside", { className: "welcome", "aria-label": "First steps", hidden: true });

  /** `people` are in the order of the switcher; `me` is the current one. */
  show(me, people, isEmpty) {
    this.element.hidden = !isEmpty || localStorage.getItem(KEY) !== null;
    const at = people.findIndex((each) => each.id !== me.id);
    const strong = (text) => h("strong", { textContent: text });
    const other = at < 0 ? ["."] : [
      ", then switch to ", strong(people[at].name), " at the top",
      h("span", { className: "aside" }, " (", h("kbd", { textContent: `Alt+${at + 1}` }), ")"),
      " to answer.",
    ];
    this.element.replaceChildren(
      h("p", {}, "You are ", strong(me.name), ". Type ", h("code", { textContent: "/" }),
        " to begin", ...other),
      h("button", {
        type: "button", className: "plain", "aria-label": "Close the hint", onclick: () => this.#close(),
      }, icon("close")));
  }

  #close() {
    localStorage.setItem(KEY, "closed");
    this.element.hidden = true;
  }
}
