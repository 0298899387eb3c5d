// The acts of a person in the open room, and what follows from the bot's answer.

import { openModal } from "./modal.js";
import { server, RequestError } from "./wire.js";

/** The acts of the current person; `app` knows the person and the place, and shows errors. */
export class Acts {
  #acting = new Map();

  constructor(app) {
    this.app = app;
  }

  click(message, id) {
    return this.#withMessage(message, (me) => server.click(me, message.id, id));
  }

  choose(message, id, values) {
    return this.#withMessage(message, (me) => server.choose(me, message.id, id, values));
  }

  dismiss(message) {
    const { me, room } = this.app;
    return this.#guard(async () => {
      await server.dismissMessage(me, message.id);
      room.take({ event: "message_deleted", id: message.id });
    });
  }

  dismissInteraction(interaction) {
    const { me, room } = this.app;
    return this.#guard(async () => {
      await server.dismissInteraction(me, interaction.id);
      room.forget(interaction);
    });
  }

  async say(text) {
    const { me, room } = this.app;
    const { message } = await server.say(me, room.channel, text);
    room.take({ event: "message", message });
    this.app.log.reveal(message.id);
  }

  async slash(path, options) {
    const { me, room } = this.app;
    const { interaction } = await server.slash(me, room.channel, path, options);
    this.#follow(interaction, room);
  }

  useOnMessage(message, name) {
    return this.#use((me) => server.useOnMessage(me, message.id, name), message.id);
  }

  useOnPerson(person, name) {
    return this.#use((me, channel) => server.useOnPerson(me, channel, person, name));
  }

  #use(act, from = null) {
    const { me, room } = this.app;
    return this.#guard(async () => {
      const { interaction } = await act(me, room.channel);
      this.#follow(interaction, room);
      if (room === this.app.room && interaction.response_id) {
        this.app.log.lead(interaction.response_id, from);
      }
    });
  }

  async ask(path, option, value, options) {
    const { me, room } = this.app;
    const { choices } = await server.autocomplete(me, room.channel, path, option, value, options);
    return choices;
  }

  // One act at a time with each message; an impatient second click is not sent. The feed can say
  // that the bot has answered before the request returns: the next click is welcome from then on.
  async #withMessage(message, act) {
    if (this.#acting.has(message.id)) return;
    this.#acting.set(message.id, act);
    const { me, room } = this.app;
    const end = room.interacted.listen((interaction) => {
      const isAnswer = interaction.message_id === message.id && interaction.status !== "waiting";
      if (isAnswer) this.#finish(message, act);
    });
    await this.#guard(async () => {
      const { interaction } = await act(me);
      this.#follow(interaction, room);
      const { response_id: answer } = interaction;
      if (room === this.app.room && answer && answer !== message.id) this.app.log.lead(answer, message.id);
    });
    end();
    this.#finish(message, act);
  }

  #finish(message, act) {
    if (this.#acting.get(message.id) === act) this.#acting.delete(message.id);
  }

  async #guard(act) {
    try {
      await act();
      this.app.complain("");
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.app.complain(error.message);
    }
  }

  #follow(interaction, room) {
    room.note(interaction);
    if (room === this.app.room && interaction.response_id) this.app.log.reveal(interaction.response_id);
    if (interaction.status !== "modal" || this.app.me !== interaction.user_id) return;
    openModal(interaction.modal, {
      people: this.app.everybody,
      submit: (values) => this.#submit(interaction, values, room),
    });
  }

  async #submit(interaction, values, room) {
    try {
      const sent = await server.submit(interaction.user_id, interaction.id, values);
      this.#follow(sent.interaction, room);
      return sent.interaction.status === "failed" ? sent.interaction.failed : null;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return error.message;
    }
  }
}
