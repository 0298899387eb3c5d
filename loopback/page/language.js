import { freshId, h } from "./dom.js";

/** The language of the current person's Discord, in which the bot answers them. */
export class Language {
  #select = h("select", { onchange: () => this.onchoice(this.#select.value) });

  /** `onchoice(locale)` is called with the one chosen, by Discord's code. */
  constructor(onchoice) {
    this.onchoice = onchoice;
    const id = freshId("language");
    this.#select.id = id;
    this.element = h("p", { className: "language" },
      h("label", { for: id, textContent: "Language" }), this.#select);
  }

  /** Offer the languages, each by its own name. */
  offer(locales) {
    const named = locales.map((code) => [nameOf(code), code]).sort(([one], [other]) => one.localeCompare(other));
    this.#select.replaceChildren(
      ...named.map(([name, code]) => h("option", { value: code, textContent: name })));
  }

  show(locale) {
    this.#select.value = locale;
  }
}

function nameOf(code) {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
