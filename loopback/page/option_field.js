import { isFree, readFree, wants } from "./commands.js";
import { freshId, h } from "./dom.js";
import { icon } from "./icons.js";
import { Listbox } from "./listbox.js";
import { suggestions } from "./suggestions.js";

const DEBOUNCE = 120;

/** One option of a command being filled in: its name, the typed text, and the suggestions. */
export class OptionField {
  chosen = null;
  #asked = 0;
  #timer = null;

  /** `form` is the CommandForm it stands in. */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    this.input = h("input", {
      id: freshId("option"),
      type: option.type === "attachment" ? "file" : "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      inputmode: option.type === "integer" ? "numeric" : null,
      "aria-required": String(option.required),
      "aria-autocomplete": "list",
      "aria-describedby": form.hint.id,
      oninput: () => this.#typed(),
      onfocus: () => this.#entered(),
      onblur: () => this.#left(),
      onkeydown: (event) => this.#key(event),
      onchange: () => this.#picked(),
    });
    this.list = new Listbox(this.input, {
      label: option.description,
      anchor: form.element,
      above: true,
      onchoose: (item) => this.#choose(item),
    });
    this.element = h("span", { className: "option-chip" },
      h("label", { for: this.input.id, textContent: option.name }),
      this.input, this.#removeButton(), this.list.element);
    this.#size();
  }

  /** `{value}`, `{problem}` or, when nothing was entered, `{}`. */
  read() {
    const text = this.input.value.trim();
    if (this.chosen) return { value: this.chosen.value };
    if (!text) {
      const wanted = wants(this.option);
      return this.option.required ? { problem: `${this.option.name} is missing: ${wanted}.` } : {};
    }
    if (isFree(this.option)) return readFree(this.option, text);
    const found = suggestions(this.option, text, this.form.sources) ?? [];
    const exact = found.find((each) => bare(each.label) === bare(text));
    // The text stands for the choice that it names in full, or for the only one that fits.
    if (exact || found.length === 1) return { value: (exact ?? found[0]).value };
    return { problem: `${this.option.name} wants ${wants(this.option)}, not “${text}”.` };
  }

  /** Fill in a text as if it were typed. */
  fill(text) {
    if (this.option.type === "attachment") return;
    this.input.value = text;
    this.chosen = null;
    this.#size();
  }

  get isEmpty() {
    return this.chosen === null && this.input.value.trim() === "";
  }

  focus() {
    this.input.focus();
  }

  mark(isWrong) {
    this.element.classList.toggle("wrong", isWrong);
    this.input.setAttribute("aria-invalid", String(isWrong));
  }

  #removeButton() {
    if (this.option.required) return null;
    return h("button", {
      type: "button",
      className: "plain chip-remove",
      tabIndex: -1,
      "aria-label": `Remove ${this.option.name}`,
      onmousedown: (event) => event.preventDefault(),
      onclick: () => this.form.drop(this),
    }, icon("close"));
  }

  #size() {
    if (this.option.type === "attachment") return;
    this.input.style.width = `${Math.max(this.input.value.length + 2, 5)}ch`;
  }

  // A file is read as soon as it is picked, so that sending need not wait for it.
  async #picked() {
    const [file] = this.input.files ?? [];
    this.chosen = null;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    this.chosen = { value: { filename: file.name, content } };
  }

  #typed() {
    if (this.option.type === "attachment") return;
    // In "name:value", only the value counts.
    const prefix = `${this.option.name}:`;
    if (this.input.value.startsWith(prefix)) this.input.value = this.input.value.slice(prefix.length);
    this.chosen = null;
    this.mark(false);
    this.#size();
    this.form.say("");
    this.#suggest();
  }

  #entered() {
    const { name, description } = this.option;
    this.form.explain(`${name} – ${description}`, wants(this.option));
    if (this.option.type === "attachment") return;
    this.input.select();
    this.#suggest();
  }

  #left() {
    this.#stopAsking();
    this.list.hide();
  }

  #suggest() {
    const text = this.chosen ? "" : this.input.value;
    const known = suggestions(this.option, text, this.form.sources);
    if (known) this.list.show(known, this.#firstActive(known));
    else this.#ask();
  }

  #firstActive(items) {
    const at = this.chosen ? items.findIndex((each) => each.value === this.chosen.value) : 0;
    return Math.max(at, 0);
  }

  // While the bot is asked the visible list is stale: Enter must not take a choice from it.
  #ask() {
    this.#stopAsking();
    const asked = this.#asked;
    this.list.activate(-1);
    this.element.classList.add("asking");
    this.#timer = setTimeout(async () => {
      const choices = await this.form.autocomplete(this.option.name, this.input.value);
      if (asked !== this.#asked || document.activeElement !== this.input) return;
      this.element.classList.remove("asking");
      this.list.show(choices.map(({ name, value }) => ({ label: name, value })));
    }, DEBOUNCE);
  }

  #stopAsking() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.element.classList.remove("asking");
  }

  #choose(item) {
    this.#stopAsking();
    this.chosen = item;
    this.input.value = item.label;
    this.#size();
    this.mark(false);
    this.list.hide();
    this.form.say("");
    this.form.advance(this);
  }

  #key(event) {
    if (this.list.steer(event)) return;
    const isTabTaken = event.key === "Tab" && !event.shiftKey && !this.isEmpty && !this.chosen;
    const { current } = this.list;
    const isOther = current !== null && current.value !== this.chosen?.value;
    if (isOther && (event.key === "Enter" || isTabTaken)) {
      event.preventDefault();
      this.#choose(current);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.list.hide();
      this.form.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.list.isOpen) this.list.hide();
      else this.form.leave("");
    } else if (event.key === "Backspace" && this.input.value === "") {
      event.preventDefault();
      this.form.backFrom(this);
    }
  }
}

function bare(text) {
  return text.trim().replace(/^[@#]/, "").toLowerCase();
}
