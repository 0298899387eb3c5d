import { freshId, h } from "./dom.js";
import { icon } from "./icons.js";
import { Listbox } from "./listbox.js";

const SIGNS = { 6: "@", 8: "#" };

/** The choices of a select: its own options, or else people, roles or channels. */
function optionsOf(component, offered) {
  if (component.type === 3) return component.options ?? [];
  const chosen = new Set((component.default_values ?? []).map((each) => each.id));
  return offered.map((each) => ({
    label: `${SIGNS[component.type] ?? ""}${each.name}`,
    value: each.id,
    description: each.username ?? each.topic,
    default: chosen.has(each.id),
  }));
}

/**
 * A select of options, or of `offered` people, roles or channels. A single choice is taken at once,
 * several when the list closes. `onchange(values)` gets the values; `values` are the current ones.
 */
export class Select {
  constructor(component, { offered = [], onchange = () => {}, label = null }) {
    this.least = component.min_values ?? 1;
    this.most = component.max_values ?? 1;
    this.options = optionsOf(component, offered);
    this.initial = this.options.filter((each) => each.default).map((each) => each.value);
    this.values = [...this.initial];
    this.placeholder = component.placeholder ?? "Make a selection";
    this.onchange = onchange;
    this.field = h("button", {
      type: "button",
      className: "select-field",
      disabled: Boolean(component.disabled),
      "data-custom-id": component.custom_id,
      onclick: () => (this.list.isOpen ? this.#close() : this.#open()),
      onkeydown: (event) => this.#key(event),
      onblur: () => this.list.isOpen && this.#close(),
    });
    this.text = h("span", { className: "select-text" });
    this.field.append(this.text, icon("down"));
    this.list = new Listbox(this.field, {
      label: label ?? this.placeholder,
      onchoose: (item) => this.#choose(item.value),
      multiple: this.most > 1,
    });
    this.text.id = freshId("select");
    this.field.setAttribute("aria-label", label ?? this.placeholder);
    this.element = h("div", { className: "select" }, this.field, this.list.element);
    this.#write();
  }

  #write() {
    const chosen = this.options.filter((each) => this.values.includes(each.value));
    this.text.textContent = chosen.map(labelOf).join(", ") || this.placeholder;
    this.text.classList.toggle("empty", chosen.length === 0);
    this.field.setAttribute("aria-description", chosen.map(labelOf).join(", "));
  }

  #items() {
    return this.options.map((each) => ({
      label: labelOf(each),
      detail: each.description,
      value: each.value,
      selected: this.values.includes(each.value),
      mark: this.most > 1 ? tickBox(this.values.includes(each.value)) : null,
    }));
  }

  #open() {
    const at = this.options.findIndex((each) => this.values.includes(each.value));
    this.list.show(this.#items(), Math.max(at, 0));
  }

  #close() {
    this.list.hide();
    if (this.most === 1) return;
    const isChanged = this.values.join() !== this.initial.join();
    if (isChanged && this.values.length >= this.least) this.#take();
  }

  #take() {
    this.initial = [...this.values];
    this.onchange(this.values);
  }

  #choose(value) {
    if (this.most === 1) {
      const isTakenBack = this.least === 0 && this.values.includes(value);
      this.values = isTakenBack ? [] : [value];
      this.#write();
      this.list.hide();
      this.#take();
      return;
    }
    const { active } = this.list;
    if (this.values.includes(value)) this.values = this.values.filter((each) => each !== value);
    else if (this.values.length < this.most) this.values = [...this.values, value];
    this.#write();
    this.list.show(this.#items(), active);
  }

  #key(event) {
    if (!this.list.isOpen) {
      if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
      event.preventDefault();
      this.#open();
      return;
    }
    if (this.list.steer(event)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.list.current) this.#choose(this.list.current.value);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    } else if (event.key.length === 1) this.#find(event.key);
  }

  #find(letter) {
    const { active, items } = this.list;
    const order = items.map((_, step) => (active + 1 + step) % items.length);
    const at = order.find((each) => items[each].label.toLowerCase().startsWith(letter.toLowerCase()));
    if (at !== undefined) this.list.activate(at);
  }
}

function labelOf(option) {
  return [option.emoji?.name, option.label].filter(Boolean).join(" ");
}

function tickBox(isOn) {
  return h("span", { className: `tick${isOn ? " on" : ""}`, "aria-hidden": "true" },
    isOn ? icon("tick") : null);
}
