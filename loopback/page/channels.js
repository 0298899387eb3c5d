import { h } from "./dom.js";
import { icon } from "./icons.js";

const SIGNS = { text: "hash", thread: "thread", private_thread: "lock", dm: "person" };

/** The list of channels, with their threads below them, and direct messages. */
export class Channels {
  /**
   * `acts` holds `open(channel)` and `message()`, which opens direct messages with the bot; `foot` is
   * the element below the list.
   */
  constructor(element, acts, foot) {
    this.element = element;
    this.acts = acts;
    this.foot = foot;
  }

  /** Draw what a person sees; `current` is the id of the open channel. */
  show({ title, view, current, botName }) {
    const channels = [...view.channels.values()];
    const texts = channels.filter((each) => each.type === "text");
    const direct = channels.filter((each) => each.type === "dm");
    const focused = document.activeElement?.dataset.channel;
    const entry = (channel) => this.#entry(channel, view, current);
    this.element.replaceChildren(
      h("p", { className: "guild", textContent: title }),
      h("ul", {}, texts.map((each) => h("li", {}, entry(each), this.#threads(each, channels, entry, current)))),
      h("h2", { textContent: "Direct messages" }),
      h("ul", {}, direct.map((each) => h("li", {}, entry(each)))),
      direct.length ? "" : h("button", {
        type: "button", className: "channel", onclick: () => this.acts.message(),
      }, icon("plus"), h("span", { textContent: `Message ${botName}` })),
      this.foot);
    if (focused) this.element.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
  }

  // Archived threads are out of sight unless one is being read.
  #threads(channel, channels, entry, current) {
    const below = channels.filter((each) =>
      each.parent_id === channel.id && (!each.archived || each.id === current));
    return below.length ? h("ul", {}, below.map((each) => h("li", {}, entry(each)))) : "";
  }

  #entry(channel, view, current) {
    const { count, pings } = view.unread.get(channel.id) ?? { count: 0, pings: 0 };
    const label = [
      channel.name,
      count && !pings ? "unread" : null,
      pings ? `${pings} ${pings === 1 ? "mention" : "mentions"}` : null,
    ];
    return h("button", {
      type: "button",
      className: `channel${count ? " unread" : ""}`,
      "data-channel": channel.id,
      "aria-current": channel.id === current ? "page" : null,
      "aria-label": label.filter(Boolean).join(", "),
      onclick: () => this.acts.open(channel.id),
    },
    icon(SIGNS[channel.type] ?? "hash"),
    h("span", { className: "channel-name", textContent: channel.name }),
    pings ? h("span", { className: "pings-badge", textContent: pings }) : null);
  }
}
