import { compareIds, later } from "./ids.js";
import { markRead, readMarks } from "./read_marks.js";
import { Signal } from "./signal.js";
import { server, Live } from "./wire.js";

/**
 * What one person sees: their channels, what is unread and where they were pinged. Every person's
 * view stays live while another is looking, so that the page can show whose turn it is.
 */
export class View {
  channels = new Map();
  unread = new Map();
  connected = false;
  online = false;
  changed = new Signal();
  happened = new Signal();

  /** `attends(channel)` tells whether this person is looking at a channel right now. */
  constructor(person, attends) {
    this.person = person;
    this.attends = attends;
  }

  /** Start to follow what happens. */
  follow() {
    this.live = new Live(this.person.id, (event) => this.#take(event), () => this.#broken());
  }

  /** Mentions not yet read, in one channel or in all. */
  pings(channel = null) {
    if (channel !== null) return this.unread.get(channel)?.pings ?? 0;
    return [...this.unread.values()].reduce((sum, each) => sum + each.pings, 0);
  }

  /** The channel of the newest unread mention, or null. */
  pingedIn() {
    const pinged = [...this.unread].filter(([, each]) => each.pings > 0);
    pinged.sort(([, a], [, b]) => compareIds(a.newest, b.newest));
    return pinged.at(-1)?.[0] ?? null;
  }

  /** Where the person stopped reading a channel, or null. */
  readUpTo(channel) {
    return readMarks(this.person.id)[channel] ?? null;
  }

  /** Everything in a channel has been seen. */
  read(channel) {
    markRead(this.person.id, channel, this.channels.get(channel)?.last_message_id);
    if (this.unread.delete(channel)) this.changed.tell();
  }

  add(channel) {
    this.channels.set(channel.id, channel);
    this.changed.tell();
  }

  async refresh() {
    const state = await server.state(this.person.id);
    const channels = [...state.guilds.flatMap((guild) => guild.channels), ...state.dms];
    this.channels = new Map(channels.map((channel) => [channel.id, channel]));
    this.online = state.application.online;
    this.unread.clear();
    await Promise.all(channels.map((channel) => this.#catchUp(channel)));
    this.changed.tell();
    return state;
  }

  #broken() {
    this.connected = false;
    this.changed.tell();
  }

  async #catchUp(channel) {
    const mark = this.readUpTo(channel.id) ?? "0";
    if (!channel.last_message_id || compareIds(channel.last_message_id, mark) <= 0) return;
    if (this.attends(channel.id)) return;
    const { messages } = await server.messages(this.person.id, channel.id);
    // What came before one's own last word has been seen, wherever it was read.
    const own = messages.findLast((each) => this.#isOwn(each));
    const from = later(mark, own?.id ?? null);
    for (const message of messages) {
      if (compareIds(message.id, from) > 0) this.#count(message);
    }
  }

  #isOwn(message) {
    return message.author.id === this.person.id || message.command?.user.id === this.person.id;
  }

  #count(message) {
    const channel = this.channels.get(message.channel_id);
    const isNews = !message.ephemeral && channel?.joined !== false && !this.#isOwn(message);
    if (!isNews && !message.pings_me) return;
    const entry = this.unread.get(message.channel_id) ?? { count: 0, pings: 0, newest: "0" };
    entry.count += 1;
    if (message.pings_me) {
      entry.pings += 1;
      entry.newest = message.id;
    }
    this.unread.set(message.channel_id, entry);
  }

  #take(event) {
    this[`_${event.event}`]?.(event);
    this.happened.tell(event);
  }

  async _hello({ online }) {
    this.online = online;
    await this.refresh();
    this.connected = true;
    this.changed.tell();
    this.happened.tell({ event: "refreshed" });
  }

  _bot({ online }) {
    this.online = online;
    this.changed.tell();
  }

  _channel({ channel }) {
    this.add(channel);
  }

  _channel_deleted({ id }) {
    this.channels.delete(id);
    this.unread.delete(id);
    this.changed.tell();
  }

  _message({ message }) {
    const channel = this.channels.get(message.channel_id);
    if (channel && !message.ephemeral) channel.last_message_id = message.id;
    if (this.attends(message.channel_id)) this.read(message.channel_id);
    else this.#count(message);
    this.changed.tell();
  }
}
