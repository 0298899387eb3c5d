import { h } from "./dom.js";

const MARGIN = 8;

let open = null;

/**
 * Show commands to choose from beside `anchor`, which gets the focus back. `items` are
 * `{label, choose}`. Arrow keys move, Enter chooses, Escape and a press elsewhere close.
 */
export function showMenu(anchor, label, items) {
  open?.close();
  open = new Menu(anchor, label, items);
}

class Menu {
  constructor(anchor, label, items) {
    this.anchor = anchor;
    this.buttons = items.map((item) => h("button", {
      type: "button", role: "menuitem", tabIndex: -1, textContent: item.label,
      onclick: () => this.#choose(item),
    }));
    const none = h("p", { textContent: "No commands here" });
    this.element = h("div", {
      className: "menu", role: "menu", tabIndex: -1, "aria-label": label, onkeydown: (event) => this.#key(event),
    }, ...(items.length ? this.buttons : [none]));
    document.body.append(this.element);
    this.#place();
    (this.buttons[0] ?? this.element).focus();
    this.outside = (event) => !this.element.contains(event.target) && this.close();
    document.addEventListener("pointerdown", this.outside, true);
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !this.element.contains(relatedTarget)) this.close();
    });
  }

  close() {
    if (open === this) open = null;
    document.removeEventListener("pointerdown", this.outside, true);
    this.element.remove();
  }

  #choose(item) {
    this.close();
    this.anchor.focus();
    item.choose();
  }

  #place() {
    const { left, right, top, bottom } = this.anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const isLow = bottom + height + MARGIN > innerHeight && top > height + MARGIN;
    const x = Math.min(Math.max(MARGIN, right - width), innerWidth - width - MARGIN);
    this.element.style.left = `${right - left > width ? left : x}px`;
    this.element.style.top = `${Math.max(MARGIN, isLow ? top - height : bottom)}px`;
  }

  #key(event) {
    const at = this.buttons.indexOf(document.activeElement);
    const last = this.buttons.length - 1;
    const to = {
      ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last,
    }[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      this.close();
      this.anchor.focus();
    } else if (to !== undefined) {
      event.preventDefault();
      this.buttons[to]?.focus();
    }
    event.stopPropagation();
  }
}
