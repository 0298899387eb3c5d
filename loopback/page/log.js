import { setBusy } from "./components.js";
import { pictures } from "./dock.js";
import { announce, h } from "./dom.js";
import { compareIds } from "./ids.js";
import { icon } from "./icons.js";
import { dayOf, renderMessage } from "./message.js";
import { Signal } from "./signal.js";
import { Spoken } from "./spoken.js";

const NEAR_BOTTOM = 80;
const GROUP_FOR = 7 * 60 * 1000;
const OLDER_PAGES = 20;

/** The scrolling list of one room's messages, and of commands that got no answer. */
export class Log {
  #stays = true;
  #top = 0;
  #elements = new Map();
  #shown = new Map();
  #spoken = new Spoken();
  #awaited = null;
  changed = new Signal();

  /** `region` scrolls; `dock` shows the newest picture; `context` is what renderMessage needs. */
  constructor(region, dock, context) {
    this.region = region;
    this.dock = dock;
    this.context = context;
    this.older = h("button", {
      type: "button", className: "older", textContent: "Load older messages",
      onclick: () => this.#loadOlder(),
    });
    this.list = h("div", { className: "list" });
    this.pending = h("div", { className: "pending" });
    this.inner = h("div", { className: "inner" }, this.older, this.list, this.pending);
    this.newest = h("button", {
      type: "button", className: "newest", hidden: true, onclick: () => this.toBottom(),
    }, "New messages", icon("down"));
    region.replaceChildren(this.inner, this.newest);
    region.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#follow()).observe(this.inner);
    new ResizeObserver(() => this.#follow()).observe(region);
  }

  /** Show another room; `mark` is the message the person had read up to, or null. */
  open(room, mark) {
    this.room = room;
    this.mark = mark;
    this.#ends?.forEach((end) => end());
    this.#ends = [
      room.reloaded.listen(() => this.#showAll()),
      room.added.listen((message) => this.#add(message)),
      room.updated.listen((message) => this.#update(message.id)),
      room.removed.listen((id) => this.#remove(id)),
      room.interacted.listen((interaction) => this.#interacted(interaction)),
    ];
    this.#stays = true;
    this.#spoken = new Spoken();
    this.#awaited = null;
    this.#elements.clear();
    this.list.replaceChildren();
    this.pending.replaceChildren();
    this.older.hidden = true;
    this.dock.show([]);
  }

  #ends = null;

  toBottom() {
    this.region.scrollTop = this.#isLone() ? 0 : this.region.scrollHeight;
    this.#top = this.region.scrollTop;
    this.newest.hidden = true;
  }

  // The observers follow too, but only after the scroll events of what became shorter.
  #follow() {
    if (this.#stays) this.toBottom();
  }

  /** Scroll to the answer to the person's last act, and after it to what follows, if at the end. */
  reveal(id) {
    if (this.#stays || this.room.messages.at(-1)?.id === id) {
      this.#stays = true;
      this.toBottom();
    } else this.#elements.get(id)?.scrollIntoView({ block: "nearest" });
  }

  /** Move the focus from message `from` to the first control of its answer, once that is there. */
  lead(id, from) {
    this.#awaited = { id, from };
    this.#lead();
  }

  #lead() {
    if (!this.#awaited) return;
    const { id, from } = this.#awaited;
    const answer = this.#elements.get(id);
    const control = answer?.querySelector("[data-custom-id]:not(:disabled)");
    const active = document.activeElement;
    const isIdle = active === document.body || active === this.region;
    const isThere = [answer, this.#elements.get(from)].some((each) => each?.contains(active));
    if (!isIdle && !isThere) this.#awaited = null;
    if (!control || !this.#awaited) return;
    this.#awaited = null;
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "nearest" });
  }

  /** Scroll to a message, and read older ones until it is there; false if it does not exist. */
  async show(id) {
    for (let page = 0; !this.room.find(id) && this.room.more && page < OLDER_PAGES; page += 1) {
      await this.room.loadOlder();
    }
    const element = this.#elements.get(id);
    if (!element) return false;
    this.#stays = false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.remove("flash");
    void element.offsetWidth;
    element.classList.add("flash");
    return true;
  }

  // What the page itself changes is followed at once, so only the reader moves the position up.
  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.region;
    const isUpward = scrollTop < this.#top;
    this.#top = scrollTop;
    if (scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM) {
      this.#stays = true;
      this.newest.hidden = true;
    } else if (isUpward) this.#stays = false;
  }

  async #loadOlder() {
    const before = this.region.scrollHeight - this.region.scrollTop;
    this.#stays = false;
    await this.room.loadOlder();
    this.region.scrollTop = this.region.scrollHeight - before;
  }

  #render(message) {
    const interaction = this.room.interactionWith(message.id);
    const element = renderMessage(message, { ...this.context, interaction });
    if (interaction?.status === "waiting") setBusy(element, interaction.custom_id);
    this.#elements.set(message.id, element);
    this.#shown.set(message.id, message);
    return element;
  }

  #showAll() {
    const focus = focusIn(this.list);
    this.#elements.clear();
    this.list.replaceChildren(...this.room.messages.map((each) => this.#render(each)));
    this.#spoken.found(this.room.messages);
    this.older.hidden = !this.room.more;
    this.#group();
    this.#showPending();
    restoreFocus(this.#elements.get(focus?.message), focus);
    this.#follow();
  }

  #add(message) {
    const at = this.room.messages.indexOf(message);
    const next = this.room.messages[at + 1];
    this.list.insertBefore(this.#render(message), next ? this.#elements.get(next.id) : null);
    this.#group();
    this.newest.hidden = this.#stays;
    this.#follow();
    announce(this.#spoken.added(message));
    this.#lead();
  }

  #update(id) {
    const old = this.#elements.get(id);
    const message = this.room.find(id);
    if (!old || !message) return;
    const focus = old.contains(document.activeElement) ? focusIn(this.list) : null;
    const before = this.#shown.get(id);
    const element = this.#render(message);
    keepPictures(old, element);
    old.replaceWith(element);
    this.#group();
    this.#follow();
    restoreFocus(element, focus);
    const news = message === before ? "" : this.#spoken.changed(message, before);
    if (news) announce(news);
    this.#lead();
  }

  #remove(id) {
    const element = this.#elements.get(id);
    if (element?.contains(document.activeElement)) this.region.focus({ preventScroll: true });
    element?.remove();
    this.#elements.delete(id);
    this.#shown.delete(id);
    this.#group();
    this.#follow();
  }

  #interacted(interaction) {
    if (interaction.message_id) this.#progress(interaction);
    this.#showPending();
    if (interaction.status !== "failed") return;
    announce(interaction.failed);
    const place = this.#elements.get(interaction.message_id) ?? this.pending;
    place.querySelector(".failure")?.scrollIntoView({ block: "nearest" });
  }

  #progress({ message_id: id, status, custom_id: control }) {
    const element = this.#elements.get(id);
    if (element && status === "waiting") setBusy(element, control);
    else this.#update(id);
  }

  #showPending() {
    this.pending.replaceChildren(...this.room.loose().map((each) => this.#pendingLine(each)));
  }

  #pendingLine(interaction) {
    const label = h("span", { className: "command-name", textContent: interaction.label });
    if (interaction.status === "waiting") {
      return h("p", { className: "waiting" },
        h("span", { className: "dots", "aria-hidden": "true" }), "Sending ", label);
    }
    return h("p", { className: "failure", role: "alert" }, label, ` ${interaction.failed} `,
      h("button", {
        type: "button",
        className: "link",
        textContent: "Dismiss",
        onclick: () => this.context.dismissInteraction(interaction),
      }));
  }

  // Headers are shown once for a run of messages, days once a day, the unread mark once.
  #group() {
    let before = null;
    let isMarked = false;
    for (const message of this.room.messages) {
      const { classList } = this.#elements.get(message.id);
      const isNewDay = before === null || dayOf(before) !== dayOf(message);
      classList.toggle("new-day", isNewDay);
      classList.toggle("grouped", !isNewDay && follows(before, message));
      const isUnread = !isMarked && this.#isUnread(message);
      classList.toggle("first-unread", isUnread);
      isMarked ||= isUnread;
      before = message;
    }
    this.#lay();
    this.changed.emit();
  }

  // A greeting alone is shown large; else the newest picture lies in the dock.
  #lay() {
    const isLone = this.#isLone();
    this.list.classList.toggle("lone", isLone);
    const docked = this.dock.show(isLone ? [] : this.room.messages);
    for (const message of this.room.messages) {
      this.#elements.get(message.id).classList.toggle("docked", message === docked);
    }
  }

  // A greeting is no answer to anybody, and has a picture and controls.
  #isLone() {
    const { messages = [], more } = this.room ?? {};
    const [only, ...others] = messages;
    if (!only || others.length || more) return false;
    const isAnswer = only.command || only.reply_to || only.ephemeral;
    return only.author.bot && !isAnswer && pictures(only).length === 1 && only.components.length > 0;
  }

  #isUnread(message) {
    if (!this.mark || compareIds(message.id, this.mark) <= 0) return false;
    const { me } = this.context;
    return message.author.id !== me && message.command?.user.id !== me && !message.ephemeral;
  }
}

function follows(before, message) {
  return before.author.id === message.author.id && !message.command && !message.reply_to
    && before.ephemeral === message.ephemeral
    && Date.parse(message.created) - Date.parse(before.created) < GROUP_FOR;
}

// Pictures already loaded move over, so that a message that changes does not flicker.
function keepPictures(old, fresh) {
  const loaded = new Map([...old.querySelectorAll("img")].map((each) => [each.src, each]));
  for (const image of fresh.querySelectorAll("img")) {
    const kept = loaded.get(image.src);
    if (kept && kept.alt === image.alt) image.replaceWith(kept);
  }
}

// The control and message that have the focus, or had it before all controls were disabled.
function focusIn(list) {
  const element = document.activeElement;
  const message = element?.closest?.(".message");
  if (!message || !list.contains(message)) return null;
  return { message: message.id.replace("message-", ""), control: controlOf(element, message) };
}

function controlOf(element, message) {
  const control = element.closest("[data-custom-id]")?.dataset.customId;
  return control ?? (element === message ? message.dataset.control : null) ?? null;
}

// The same control again; where it is gone, the first one that can be used.
function restoreFocus(element, focus) {
  if (!element || !focus) return;
  const controls = [...element.querySelectorAll("[data-custom-id]")];
  const usable = controls.filter((each) => !each.disabled);
  const same = usable.find((each) => each.dataset.customId === focus.control);
  const target = same ?? (focus.control && usable[0]);
  if (!target && focus.control) element.dataset.control = focus.control;
  (target || element).focus({ preventScroll: true });
}
