import { CommandForm } from "./command_form.js";
import { matching, readLine } from "./commands.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { Listbox } from "./listbox.js";
import { RequestError } from "./wire.js";

const TALLEST = 200;

/**
 * The message box: plain text, or "/" and a command. Drafts are kept for each person and channel
 * while another one is open.
 */
export class Composer {
  commands = [];
  form = null;
  #drafts = new Map();
  #place = "";
  #isReady = false;
  #isOwed = false;

  /**
   * `acts` holds `say(text)`, `slash(path, options)` and `ask(path, option, value, options)`, which
   * raise a RequestError, and `sources()`.
   */
  constructor(acts) {
    this.acts = acts;
    this.text = h("textarea", {
      id: "composer",
      rows: 1,
      maxlength: 2000,
      autocomplete: "off",
      "aria-label": "Message",
      "aria-autocomplete": "list",
      oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onfocus: () => this.#typed(),
      onblur: () => this.list.hide(),
    });
    this.slot = h("div", { className: "composer-slot" }, this.text);
    this.send = h("button", {
      type: "button", className: "plain composer-send", "aria-label": "Send",
      onclick: () => (this.form ? this.form.submit() : this.#submit()),
    }, icon("send"));
    this.problem = h("p", { className: "failure", role: "alert", hidden: true });
    this.box = h("div", { className: "composer-box" }, this.slot, this.send);
    this.element = h("div", { className: "composer" }, this.problem, this.box);
    this.list = new Listbox(this.text, {
      label: "Commands", anchor: this.box, above: true,
      onchoose: (item) => this.begin(item.value),
    });
    this.element.append(this.list.element);
  }

  /** Write in another place or as another person; `place` is any text that names both. */
  moveTo(place, placeholder, canWrite) {
    if (place !== this.#place) {
      this.#drafts.set(this.#place, { text: this.text.value, form: this.form });
      this.#place = place;
      this.#isReady = false;
      this.#isOwed = false;
      const draft = this.#drafts.get(place) ?? { text: "", form: null };
      this.text.value = draft.text;
      this.#show(draft.form);
      this.complain("");
    }
    this.text.placeholder = canWrite ? placeholder : "You cannot write here";
    this.text.setAttribute("aria-label", this.text.placeholder);
    this.text.disabled = !canWrite;
  }

  /** The commands to choose from, which may come when "/" is typed already. */
  offer(commands) {
    this.commands = commands;
    this.#isReady = true;
    if (this.#isOwed) this.#submit();
    else if (document.activeElement === this.text) this.#typed();
  }

  focus() {
    if (this.form) this.form.advance();
    else this.text.focus();
  }

  /** Start to fill in a command; `typed` gives texts for some of its options. */
  begin(command, typed = {}) {
    const place = this.#place;
    const form = new CommandForm(command, {
      sources: this.acts.sources(),
      ask: this.acts.ask,
      send: (each) => this.#sendCommand(each, place),
      leave: (text) => this.#leave(text),
    });
    for (const option of command.options) {
      if (typed[option.name] !== undefined) form.add(option).fill(typed[option.name]);
    }
    this.text.value = "";
    this.list.hide();
    this.#show(form);
    form.advance();
    return form;
  }

  /** Start to fill in the command of this path, or say that it can't be used here. */
  beginPath(path) {
    const command = this.commands.find((each) => each.path === path);
    if (command) this.begin(command);
    else this.complain(`/${path} can't be used here.`);
  }

  #show(form) {
    this.form = form;
    this.slot.replaceChildren(form ? form.element : this.text);
    this.#grow();
  }

  #leave(text) {
    this.#show(null);
    this.text.value = text;
    this.text.focus();
    this.#typed();
  }

  /** Show the reason why something failed, or nothing. */
  complain(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = !problem;
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, TALLEST)}px`;
  }

  #typed() {
    this.#grow();
    this.complain("");
    const { value } = this.text;
    if (!value.startsWith("/") || value.includes("\n")) {
      this.list.hide();
      return;
    }
    const whole = value.endsWith(" ") && this.commands.find((each) => `/${each.path} ` === value);
    if (whole) this.begin(whole);
    else this.#list(matching(this.commands, value));
  }

  #list(commands) {
    this.list.show(commands.map((each) => ({
      label: `/${each.path}`, detail: each.description, value: each,
    })));
  }

  #key(event) {
    if (this.list.steer(event)) return;
    const { current } = this.list;
    if (current && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey) {
      event.preventDefault();
      const typed = this.text.value.trim();
      const form = this.begin(current.value);
      // Typed in full, a command without options has nothing left to ask.
      const isWhole = event.key === "Enter" && typed === `/${current.value.path}`;
      if (isWhole && current.value.options.length === 0) form.submit();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Escape") {
      if (this.list.isOpen) this.list.hide();
      else if (this.text.value.startsWith("/")) this.#leave("");
    }
  }

  #submit() {
    const text = this.text.value.trim();
    if (!text) return;
    if (!text.startsWith("/")) {
      this.#sendText(text);
      return;
    }
    // What was typed before the commands came is sent when they are here.
    this.#isOwed = !this.#isReady;
    if (this.#isOwed) return;
    const line = readLine(this.commands, text);
    if (!line) {
      this.complain(`There is no command “${text.split(/\s/)[0]}”. Type / to see them all.`);
      return;
    }
    const form = this.begin(line.command, line.typed);
    // With nothing typed of its options, a command asks for them first.
    const asks = line.command.options.length > 0 && Object.keys(line.typed).length === 0;
    if (!asks) form.submit();
  }

  async #sendText(text) {
    this.text.value = "";
    this.#typed();
    try {
      await this.acts.say(text);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (!this.text.value) this.text.value = text;
      this.#grow();
      this.complain(error.message);
    }
  }

  // The form closes at once, and comes back as it was if the command is refused.
  async #sendCommand(form, place) {
    this.#show(null);
    this.text.focus();
    try {
      await this.acts.slash(form.command.path, form.values());
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      form.say(error.message);
      if (place !== this.#place) this.#drafts.set(place, { text: "", form });
      else if (!this.form && !this.text.value) {
        this.#show(form);
        form.advance();
        form.say(error.message);
      } else this.complain(error.message);
    }
  }
}
