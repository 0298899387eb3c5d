import { compareIds, later } from "./ids.js";
import { markRead, readMarks } from "./read_marks.js";
import { Signal } from "./signal.js";
import { server, Live } from "./wire.js";

/**
 * The view of one person: channels, unread messages and mentions. Every person's view stays live
 * while another one is open, so that the page can show who was mentioned.
 */
export class View {
  channels = new Map();
  unread = new Map();
  connected = false;
  online = false;
  changed = new Signal();
  happened = new Signal();

  /** `attends(channel)` is true while this person has a channel open. */
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

  /** The last message that the person has read in a channel, or null. */
  readUpTo(channel) {
    return readMarks(this.person.id)[channel] ?? null;
  }

  /** Mark all of a channel as read. */
  read(channel) {
    markRead(this.person.id, channel, this.channels.get(channel)?.last_message_id);
    if (this.unread.delete(channel)) this.changed.emit();
  }

  add(channel) {
    this.channels.set(channel.id, channel);
    this.changed.emit();
  }

  async refresh() {
    const state = await server.state(this.person.id);
    const channels = [...state.guilds.flatMap((guild) => guild.channels), ...state.dms];
    this.channels = new Map(channels.map((channel) => [channel.id, channel]));
    this.online = state.application.online;
    this.unread.clear();
    await Promise.all(channels.map((channel) => this.#catchUp(channel)));
    this.changed.emit();
    return state;
  }

  #broken() {
    this.connected = false;
    this.changed.emit();
  }

  async #catchUp(channel) {
    const mark = this.readUpTo(channel.id) ?? "0";
    if (!channel.last_message_id || compareIds(channel.last_message_id, mark) <= 0) return;
    if (this.attends(channel.id)) return;
    const { messages } = await server.messages(this.person.id, channel.id);
    // A person has read all before their own last message, wherever they did.
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
    this.happened.emit(event);
  }

  async _hello({ online }) {
    this.online = online;
    await this.refresh();
    this.connected = true;
    this.changed.emit();
    this.happened.emit({ event: "refreshed" });
  }

  _bot({ online }) {
    this.online = online;
    this.changed.emit();
  }

  _channel({ channel }) {
    this.add(channel);
  }

  _channel_deleted({ id }) {
    this.channels.delete(id);
    this.unread.delete(id);
    this.changed.emit();
  }

  _message({ message }) {
    const channel = this.channels.get(message.channel_id);
    if (channel && !message.ephemeral) channel.last_message_id = message.id;
    if (this.attends(message.channel_id)) this.read(message.channel_id);
    else this.#count(message);
    this.changed.emit();
  }
}
