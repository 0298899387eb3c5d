import { h } from "./dom.js";

const LASTS = 9000;

/** "Ann is typing…" below the composer, for as long as Discord shows it. */
export class Typing {
  element = h("p", { className: "typing" });
  #timer = null;

  take(event, channel) {
    const isHere = (event.channel_id ?? event.message?.channel_id) === channel;
    if (!isHere) return;
    if (event.event === "message") this.clear();
    if (event.event !== "typing") return;
    this.element.textContent = `${event.user.name} is typing…`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.clear(), LASTS);
  }

  clear() {
    clearTimeout(this.#timer);
    this.element.textContent = "";
  }
}
