import { freshId, h } from "./dom.js";
import { Listbox } from "./listbox.js";
import { OptionField } from "./option_field.js";
import { RequestError } from "./wire.js";

/** A slash command being filled in: required options first, optional ones as they are added. */
export class CommandForm {
  fields = [];

  /**
   * `sources` holds the people and channels to choose from. `ask(path, option, value, options)` asks
   * the bot for choices, `send(form)` sends, `leave(text)` goes back to plain text.
   */
  constructor(command, { sources, ask, send, leave }) {
    Object.assign(this, { command, sources, ask, send, leave });
    this.hint = h("p", { className: "hint", id: freshId("hint") });
    this.problem = h("p", { className: "failure", role: "alert", hidden: true });
    this.more = h("input", {
      type: "text",
      className: "more-options",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-label": `Add an option to /${command.path}, or press Enter to send`,
      "aria-describedby": this.hint.id,
      oninput: () => this.#narrow(),
      onfocus: () => this.#moreEntered(),
      onblur: () => this.list.hide(),
      onkeydown: (event) => this.#key(event),
    });
    this.slots = h("span", { className: "slots" },
      h("span", { className: "command-chip", textContent: `/${command.path}` }), this.more);
    this.element = h("div", {
      className: "command-form", role: "group", "aria-label": `/${command.path}`,
    }, this.hint, this.slots, this.problem);
    this.list = new Listbox(this.more, {
      label: "Optional options",
      anchor: this.element,
      above: true,
      onchoose: (item) => this.add(item.value).focus(),
    });
    this.slots.append(this.list.element);
    for (const option of command.options.filter((each) => each.required)) this.#insert(option);
    this.#count();
  }

  /** Show a field for an option and return it. */
  add(option) {
    const field = this.fields.find((each) => each.option === option) ?? this.#insert(option);
    this.more.value = "";
    this.list.hide();
    this.#count();
    return field;
  }

  /** Go to the next field that has to be filled in. */
  advance(from = null) {
    const after = this.fields.slice(this.fields.indexOf(from) + 1);
    const next = [...after, ...this.fields].find((each) => each !== from && each.isEmpty);
    if (next) next.focus();
    else this.more.focus();
  }

  drop(field) {
    const at = this.fields.indexOf(field);
    field.element.remove();
    this.fields.splice(at, 1);
    this.#count();
    this.more.focus();
  }

  /** Backspace in an empty field: an optional one is removed, a required one stays. */
  backFrom(field) {
    const before = this.fields[this.fields.indexOf(field) - 1];
    if (!field.option.required) this.drop(field);
    if (before) before.focus();
    else this.leave(`/${this.command.path}`);
  }

  /** Explain the current field; `wanted` are the values that it accepts. */
  explain(text, wanted = "") {
    this.hint.replaceChildren(text, h("span", { className: "wanted", textContent: wanted }));
  }

  /** Show the reason why the command can't be sent, or nothing. */
  say(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = !problem;
  }

  /** The values entered so far, by option name, without wrong ones. */
  values(except = null) {
    const given = this.fields
      .filter((each) => each.option.name !== except)
      .map((each) => [each.option.name, each.read().value])
      .filter(([, value]) => value !== undefined);
    return Object.fromEntries(given);
  }

  async autocomplete(option, value) {
    try {
      return await this.ask(this.command.path, option, value, this.values(option));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return [];
    }
  }

  submit() {
    for (const field of this.fields) field.mark(false);
    const wrong = this.fields.find((each) => each.read().problem);
    if (!wrong) {
      this.say("");
      this.send(this);
      return;
    }
    wrong.focus();
    wrong.mark(true);
    this.say(wrong.read().problem);
  }

  #insert(option) {
    const field = new OptionField(option, this);
    this.fields.push(field);
    this.more.before(field.element);
    return field;
  }

  #rest() {
    const shown = new Set(this.fields.map((each) => each.option));
    return this.command.options.filter((each) => !shown.has(each));
  }

  #count() {
    const count = this.#rest().length;
    this.more.placeholder = count ? `+${count} optional` : "";
    this.more.style.width = count ? "" : "2ch";
  }

  #moreEntered() {
    this.explain(this.command.description, "Enter sends");
    this.#narrow();
  }

  #narrow() {
    const typed = this.more.value.trim().toLowerCase();
    const named = this.#rest().find((each) => typed === `${each.name}:`);
    if (named) {
      this.add(named).focus();
      return;
    }
    const hits = this.#rest().filter((each) => each.name.includes(typed));
    const items = hits.map((each) => ({ label: each.name, detail: each.description, value: each }));
    // With nothing typed Enter sends, so nothing is marked yet.
    this.list.show(items, typed ? 0 : -1);
  }

  #key(event) {
    if (this.list.steer(event)) return;
    const { current } = this.list;
    const isTabTaken = event.key === "Tab" && !event.shiftKey && this.more.value !== "";
    if (current && (event.key === "Enter" || isTabTaken)) {
      event.preventDefault();
      this.add(current.value).focus();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.more.value.trim()) this.say(`/${this.command.path} has no option “${this.more.value.trim()}”.`);
      else this.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.list.isOpen) this.list.hide();
      else this.leave("");
    } else if (event.key === "Backspace" && this.more.value === "") {
      event.preventDefault();
      const last = this.fields.at(-1);
      if (last) last.focus();
      else this.leave(`/${this.command.path}`);
    }
  }
}
