import { Acts } from "./acts.js";
import { AsDiscord } from "./as_discord.js";
import { Channels } from "./channels.js";
import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { Dock } from "./dock.js";
import { Drawer } from "./drawer.js";
import { Hint } from "./hint.js";
import { Language } from "./language.js";
import { Log } from "./log.js";
import { People } from "./people.js";
import { Room } from "./room.js";
import { speak } from "./timestamps.js";
import { Typing } from "./typing.js";
import { View } from "./view.js";
import { server, RequestError } from "./wire.js";

// Each person that is followed has a websocket. Beyond this number, only the current one has.
const FOLLOWED = 12;

const byId = (id) => document.getElementById(id);

/** The page: the current person, the open channel, and the parts that show it. */
export class App {
  me = null;
  room = null;
  views = new Map();
  menus = { message_menu: [], person_menu: [] };

  constructor() {
    const acts = new Acts(this);
    this.people = new People(
      byId("people"), (person) => this.switchTo(person), (person) => this.#menuOf(acts, person));
    this.language = new Language((locale) => this.#choose(locale));
    const foot = h("div", {}, new AsDiscord(() => this.log.toBottom()).element, this.language.element);
    this.channels = new Channels(byId("side"), {
      open: (channel) => this.open(channel),
      message: () => this.#openDm(),
    }, foot);
    this.drawer = new Drawer(byId("side"), byId("shade"), byId("menu"));
    this.composer = new Composer({
      say: (text) => acts.say(text),
      slash: (path, options) => acts.slash(path, options),
      ask: (...what) => acts.ask(...what),
      sources: () => ({ people: this.everybody, channels: [...this.view.channels.values()] }),
    });
    const dock = new Dock(byId("dock"), (message) => this.open(message.channel_id, message.id));
    this.log = new Log(byId("log"), dock, this.#context(acts));
    this.log.changed.listen(() => this.#drawHint());
    this.hint = new Hint();
    this.typing = new Typing();
    byId("foot").append(this.hint.element, this.composer.element, this.typing.element);
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("visibilitychange", () => this.#seen());
    window.addEventListener("hashchange", () => this.#follow());
  }

  get view() {
    return this.views.get(this.me);
  }

  /** Read the people and follow what happens to each. */
  async start() {
    const asked = this.#address();
    const state = await server.state(asked.person).catch(() => server.state(null));
    this.application = state.application;
    this.title = state.guilds[0]?.name ?? state.application.name;
    this.everybody = state.people;
    this.roles = state.guilds.flatMap((guild) => guild.roles);
    this.me = state.me;
    this.language.offer(state.locales);
    const persons = state.people.filter((each) => !each.bot);
    for (const person of persons) this.#add(person);
    const followed = [this.view, ...this.views.values()].slice(0, FOLLOWED + 1);
    for (const view of new Set(followed)) view.follow();
    this.#speak();
    this.#draw();
  }

  /** Change to another person, in the same channel unless they have a mention elsewhere. */
  async switchTo(person) {
    this.me = person;
    this.#speak();
    if (!this.view.live) this.view.follow();
    this.drawer.close();
    if (this.view.channels.size) await this.open(this.#whereToLook());
    this.#draw();
  }

  /** Open a channel, and go to one of its messages if it is given. */
  async open(channel, message = null) {
    if (!this.view.channels.has(channel)) {
      this.complain(`${this.view.person.name} cannot see that channel.`);
      return;
    }
    const isNew = this.room?.person !== this.me || this.room.channel !== channel;
    if (isNew) this.#enter(channel);
    const { room } = this;
    this.drawer.close();
    this.#draw();
    if (isNew) await this.#load(room);
    if (message && room === this.room && !(await this.log.show(message))) {
      this.complain("That message is not there any more.");
    }
  }

  complain(problem) {
    this.composer.complain(problem);
  }

  #add(person) {
    const view = new View(person, (channel) => this.#attends(person.id, channel));
    view.changed.listen(() => this.#draw());
    view.happened.listen((event) => person.id === this.me && this.#take(event));
    this.views.set(person.id, view);
  }

  #context(acts) {
    const app = this;
    return {
      get me() { return app.me; },
      get people() { return app.everybody; },
      get roles() { return app.roles; },
      get channels() { return [...app.view.channels.values()].filter((each) => each.type === "text"); },
      click: (message, id) => acts.click(message, id),
      choose: (message, id, values) => acts.choose(message, id, values),
      dismiss: (message) => acts.dismiss(message),
      dismissInteraction: (interaction) => acts.dismissInteraction(interaction),
      openChannel: (channel) => this.open(channel),
      jump: ({ channel, message }) => this.open(channel, message),
      beginCommand: (path) => this.composer.beginPath(path),
      menuOf: (message) => [
        ...this.menus.message_menu.map((name) => ({
          label: name, choose: () => acts.useOnMessage(message, name),
        })),
        ...(message.author.bot || message.author.id === this.me ? [] : this.#menuOf(acts, message.author)),
      ],
    };
  }

  #menuOf(acts, person) {
    return this.menus.person_menu.map((name) => ({
      label: `${name}: ${person.name}`, choose: () => acts.useOnPerson(person.id, name),
    }));
  }

  #attends(person, channel) {
    const isOpen = this.room?.person === person && this.room.channel === channel;
    return isOpen && this.me === person && document.visibilityState === "visible";
  }

  #enter(channel) {
    this.room = new Room(this.me, channel);
    this.log.open(this.room, this.view.readUpTo(channel));
    this.typing.clear();
    history.replaceState(null, "", `#${this.me}/${channel}`);
    this.#moveComposer();
    if (!matchMedia("(pointer: coarse)").matches) this.composer.focus();
  }

  async #load(room) {
    try {
      await Promise.all([room.load(), this.#readCommands(room)]);
      if (room === this.room) this.#seen();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.complain(error.message);
    }
  }

  async #readCommands(room = this.room) {
    const { commands, ...menus } = await server.commands(room.person, room.channel);
    if (room !== this.room) return;
    this.menus = menus;
    this.composer.offer(commands);
  }

  #drawHint() {
    const people = [...this.views.values()].map((each) => each.person);
    this.hint.show(this.view.person, people, this.room.loaded && !this.room.messages.length);
  }

  #seen() {
    if (this.room && this.#attends(this.me, this.room.channel)) this.view.read(this.room.channel);
  }

  #take(event) {
    if (event.event === "refreshed") this.#refreshed();
    else if (event.event === "commands") this.#readCommands();
    else if (event.event === "channel_deleted" && event.id === this.room?.channel) {
      this.open(this.#firstChannel());
    } else {
      this.typing.take(event, this.room?.channel);
      this.room?.take(event);
    }
  }

  async #refreshed() {
    const isHere = this.room?.person === this.me && this.view.channels.has(this.room.channel);
    if (isHere) await this.#load(this.room);
    else {
      const asked = this.#address();
      const isKnown = asked.person === this.me && this.view.channels.has(asked.channel);
      await this.open(isKnown ? asked.channel : this.#whereToLook(), isKnown ? asked.message : null);
    }
  }

  #whereToLook() {
    const here = this.room?.channel;
    const isThere = this.view.channels.has(here);
    if (isThere && this.view.pings(here)) return here;
    return this.view.pingedIn() ?? (isThere ? here : this.#firstChannel());
  }

  #firstChannel() {
    return this.view.channels.keys().next().value;
  }

  #address() {
    const [person, channel, message] = location.hash.slice(1).split("/");
    return { person: person || null, channel, message: message ?? null };
  }

  async #follow() {
    const { person, channel, message } = this.#address();
    if (!this.views.has(person)) return;
    if (person !== this.me) await this.switchTo(person);
    if (channel) await this.open(channel, message);
  }

  async #choose(locale) {
    const { person } = await server.setLanguage(this.me, locale);
    this.view.person.locale = person.locale;
    this.#speak();
    const channel = this.room?.channel;
    this.room = null; // What it shows is read anew.
    if (channel) await this.open(channel);
  }

  #speak() {
    this.language.show(this.view.person.locale);
    speak(this.view.person.locale);
  }

  async #openDm() {
    const { channel } = await server.openDm(this.me);
    this.view.add(channel);
    await this.open(channel.id);
  }

  #draw() {
    if (!this.view) return;
    const channel = this.view.channels.get(this.room?.channel);
    const views = [...this.views.values()];
    this.people.show(views, this.me);
    this.channels.show({
      title: this.title, view: this.view, current: channel?.id, botName: this.application.name,
    });
    byId("title").textContent = channel ? nameOf(channel) : this.title;
    byId("topic").replaceChildren(channel?.topic ?? "", this.#membership(channel) ?? "");
    this.#drawTrouble();
    this.#moveComposer();
    const called = views.reduce((sum, each) => sum + each.pings(), 0);
    document.title = `${called ? `(${called}) ` : ""}${byId("title").textContent} · ${this.title}`;
  }

  #membership(channel) {
    if (!channel?.type.includes("thread")) return null;
    return h("button", {
      type: "button",
      className: "link",
      textContent: channel.joined ? "Leave thread" : "Join thread",
      onclick: async () => {
        const { channel: changed } = await server.joinThread(this.me, channel.id, !channel.joined);
        this.view.add(changed);
      },
    });
  }

  #drawTrouble() {
    const trouble = byId("trouble");
    const { connected, online } = this.view;
    const offline = `${this.application.name} is offline. Commands get no answer until it is back.`;
    trouble.textContent = connected ? offline : "Connecting to the server…";
    trouble.hidden = connected && online;
  }

  #moveComposer() {
    const channel = this.view.channels.get(this.room?.channel);
    if (!channel || this.room.person !== this.me) return;
    const placeholder = `Message ${nameOf(channel)} as ${this.view.person.name} or type /`;
    this.composer.moveTo(`${this.me}/${channel.id}`, placeholder, channel.can_write);
  }

  // Typing anywhere writes; Alt with an arrow goes to the next channel.
  #key(event) {
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && step) {
      event.preventDefault();
      this.#step(step);
    } else if (!event.altKey && event.key.length === 1 && event.key !== " " && isIdle()) {
      this.composer.focus();
    }
  }

  #step(step) {
    const shown = [...byId("side").querySelectorAll("[data-channel]")].map((each) => each.dataset.channel);
    const at = shown.indexOf(this.room?.channel) + step;
    if (shown[at]) this.open(shown[at]);
  }
}

function isIdle() {
  return document.activeElement === document.body || document.activeElement.id === "log";
}

function nameOf({ type, name }) {
  return type === "text" ? `#${name}` : name;
}
