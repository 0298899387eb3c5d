import { h } from "./dom.js";

const KEY = "loopback.asDiscord";

/** The switch between this page's own layout and Discord's, where pictures lie in a small box. */
export class AsDiscord {
  element = h("button", {
    type: "button", className: "channel switch", role: "switch", onclick: () => this.#turn(),
  }, h("span", { className: "knob", "aria-hidden": "true" }), h("span", { textContent: "As Discord shows it" }));

  /** `onturn` is called after each change. */
  constructor(onturn) {
    this.onturn = onturn;
    this.#show(localStorage.getItem(KEY) === "on");
  }

  #turn() {
    const isOn = this.element.getAttribute("aria-checked") !== "true";
    localStorage.setItem(KEY, isOn ? "on" : "off");
    this.#show(isOn);
    this.onturn();
  }

  #show(isOn) {
    this.element.setAttribute("aria-checked", String(isOn));
    document.body.classList.toggle("as-discord", isOn);
  }
}
