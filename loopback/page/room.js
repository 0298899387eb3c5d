import { compareIds } from "./ids.js";
import { Signal } from "./signal.js";
import { server } from "./wire.js";

/** The messages and open interactions of one channel, as one person sees them. */
export class Room {
  messages = [];
  interactions = new Map();
  more = false;
  loaded = false;
  #early = [];
  #settled = new Set();
  reloaded = new Signal();
  added = new Signal();
  updated = new Signal();
  removed = new Signal();
  interacted = new Signal();

  constructor(person, channel) {
    this.person = person;
    this.channel = channel;
  }

  /** Read the newest messages, and add those that came meanwhile. */
  async load() {
    this.loaded = false;
    const { messages, more, pending } = await server.messages(this.person, this.channel);
    this.messages = messages;
    this.more = more;
    this.interactions = new Map(pending.map((each) => [each.id, each]));
    this.loaded = true;
    this.reloaded.emit();
    for (const event of this.#early.splice(0)) this.take(event);
  }

  /** Read the messages before the oldest one. */
  async loadOlder() {
    const { messages, more } = await server.messages(this.person, this.channel, this.messages[0]?.id);
    const known = new Set(this.messages.map((each) => each.id));
    const older = messages.filter((each) => !known.has(each.id));
    this.messages = [...older, ...this.messages];
    this.more = more && older.length > 0;
    this.reloaded.emit();
  }

  find(id) {
    return this.messages.find((each) => each.id === id) ?? null;
  }

  /** The newest open interaction with a message's components, or null. */
  interactionWith(message) {
    const found = [...this.interactions.values()].filter((each) => each.message_id === message);
    return found.at(-1) ?? null;
  }

  /** Interactions without a message: slash commands, and modals they opened. */
  loose() {
    return [...this.interactions.values()].filter(
      (each) => !each.message_id || !this.find(each.message_id),
    );
  }

  take(event) {
    if (!this.loaded) this.#early.push(event);
    else this[`_${event.event}`]?.(event);
  }

  /** An interaction changed; an older state of it is ignored. */
  note(interaction) {
    if (interaction.channel_id !== this.channel) return;
    if (interaction.status === "waiting" && this.#settled.has(interaction.id)) return;
    if (interaction.message_id) this.#forgetOthers(interaction);
    if (interaction.status !== "waiting") this.#settled.add(interaction.id);
    if (interaction.status === "waiting" || interaction.status === "failed") {
      this.interactions.set(interaction.id, interaction);
    } else {
      this.interactions.delete(interaction.id);
    }
    this.interacted.emit(interaction);
  }

  forget(interaction) {
    this.interactions.delete(interaction.id);
    this.interacted.emit(interaction);
  }

  #forgetOthers(interaction) {
    for (const [id, each] of this.interactions) {
      const isStale = each.message_id === interaction.message_id && each.status === "failed";
      if (isStale && compareIds(id, interaction.id) < 0) this.interactions.delete(id);
    }
  }

  _message({ message }) {
    if (message.channel_id !== this.channel || this.find(message.id)) return;
    this.messages.push(message);
    this.messages.sort((a, b) => compareIds(a.id, b.id));
    this.added.emit(message);
  }

  _message_updated({ message }) {
    const at = this.messages.findIndex((each) => each.id === message.id);
    if (at < 0) return;
    this.messages[at] = message;
    this.updated.emit(message);
  }

  _message_deleted({ id }) {
    if (!this.find(id)) return;
    this.messages = this.messages.filter((each) => each.id !== id);
    this.removed.emit(id);
  }

  _interaction({ interaction }) {
    this.note(interaction);
  }
}
