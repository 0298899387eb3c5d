import { freshId, h } from "./dom.js";

const MARGIN = 8;
const TALLEST = 320;
const NARROWEST = 240;

/**
 * A list to choose from, steered by the keys of the field it belongs to (ARIA's combobox pattern).
 * Items are `{label, detail, mark, value}`; the field keeps the focus.
 */
export class Listbox {
  items = [];
  active = -1;
  isOpen = false;

  /** `field` gets the keys, the list is as wide as `anchor` and lies next to it. */
  constructor(field, { label, onchoose, anchor = field, multiple = false, above = false }) {
    Object.assign(this, { field, anchor, onchoose, above, multiple });
    this.element = h("div", {
      className: "listbox",
      id: freshId("list"),
      role: "listbox",
      hidden: true,
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
      // The field keeps the focus while the pointer chooses.
      onmousedown: (event) => event.preventDefault(),
    });
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-haspopup", "listbox");
    field.setAttribute("aria-expanded", "false");
    field.setAttribute("aria-controls", this.element.id);
    this.replace = () => this.isOpen && this.#place();
  }

  /** Show items; `active` is the one Enter takes, -1 for none. */
  show(items, active = 0) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, at) => this.#option(item, at)));
    this.element.hidden = items.length === 0;
    this.#setOpen(items.length > 0);
    this.activate(Math.min(active, items.length - 1));
    if (this.isOpen) this.#place();
  }

  hide() {
    this.element.hidden = true;
    this.items = [];
    this.#setOpen(false);
    this.activate(-1);
  }

  get current() {
    return this.items[this.active] ?? null;
  }

  /** Handle arrow keys, Home and End; return true if the key was one of them. */
  steer(event) {
    if (!this.isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    const last = this.items.length - 1;
    const wrap = (at) => (at < 0 ? last : at > last ? 0 : at);
    const to = {
      ArrowDown: wrap(this.active + 1),
      ArrowUp: wrap(this.active < 0 ? last : this.active - 1),
      PageDown: Math.min(this.active + 8, last),
      PageUp: Math.max(this.active - 8, 0),
    }[event.key];
    if (to === undefined) return false;
    event.preventDefault();
    this.activate(to);
    return true;
  }

  activate(at) {
    this.element.children[this.active]?.classList.remove("active");
    this.active = at;
    const option = this.element.children[at];
    if (!this.multiple) this.#mark(option);
    if (!option) {
      this.field.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("active");
    this.field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  #mark(option) {
    for (const each of this.element.children) {
      each.setAttribute("aria-selected", String(each === option));
    }
  }

  #option(item, at) {
    return h("div", {
      className: "option",
      id: `${this.element.id}-${at}`,
      role: "option",
      "aria-selected": String(item.selected ?? false),
      "aria-label": item.label,
      "aria-description": item.detail,
      onmousemove: () => this.active !== at && this.activate(at),
      onclick: () => this.onchoose(item),
    },
    item.mark ?? null,
    h("span", { className: "option-text" },
      h("span", { className: "option-label", textContent: item.label }),
      item.detail ? h("span", { className: "option-detail", textContent: item.detail }) : null));
  }

  #setOpen(isOpen) {
    this.isOpen = isOpen;
    this.field.setAttribute("aria-expanded", String(isOpen));
    const turn = isOpen ? "addEventListener" : "removeEventListener";
    window[turn]("resize", this.replace);
    window[turn]("scroll", this.replace, true);
  }

  // On the given side unless the other one has more room. A list that would go up over what
  // stands above its field, such as a picture to choose on, goes beside it where there is room.
  #place() {
    const box = this.anchor.getBoundingClientRect();
    const style = this.element.style;
    const over = box.top - 2 * MARGIN;
    const under = innerHeight - box.bottom - 2 * MARGIN;
    const wanted = Math.min(this.element.scrollHeight, TALLEST);
    const goesUp = this.above ? over >= Math.min(wanted, under) : under < wanted && over > under;
    const isBeside = goesUp && !this.above && innerWidth - box.right >= NARROWEST + 2 * MARGIN;
    const width = Math.min(Math.max(box.width, NARROWEST), innerWidth - 2 * MARGIN);
    const from = isBeside ? box.right + MARGIN : box.left;
    const room = Math.max(MARGIN, Math.min(from, innerWidth - width - MARGIN));
    style.maxHeight = `${Math.min(TALLEST, goesUp ? over : under)}px`;
    style.width = `${isBeside ? Math.min(width, innerWidth - from - MARGIN) : width}px`;
    style.left = `${isBeside ? from : room}px`;
    style.top = goesUp ? "auto" : `${box.bottom + 4}px`;
    style.bottom = goesUp ? `${innerHeight - (isBeside ? box.bottom : box.top - 4)}px` : "auto";
  }
}
