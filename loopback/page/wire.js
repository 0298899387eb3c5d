// The page's protocol (page_server/protocol.md): requests, and the websocket that comes back by itself.

/** The server refused; the message is a sentence for the person. */
export class RequestError extends Error {}

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new RequestError(body.error ?? `The server answered ${response.status}.`);
  return body;
}

async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new RequestError("The server cannot be reached. Is it still running?");
  }
  return answer(response);
}

function get(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return ask(`${path}?${new URLSearchParams(given)}`);
}

function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

export const server = {
  state: (person) => get("/api/state", { person }),
  messages: (person, channel, before = null, limit = 50) =>
    get("/api/messages", { person, channel, before, limit }),
  commands: (person, channel) => get("/api/commands", { person, channel }),
  slash: (person, channel, path, options) => post("/api/slash", { person, channel, path, options }),
  useOnMessage: (person, message, name) => post("/api/use", { person, message, name }),
  useOnPerson: (person, channel, target, name) => post("/api/use", { person, channel, target, name }),
  click: (person, message, custom_id) => post("/api/click", { person, message, custom_id }),
  choose: (person, message, custom_id, values) =>
    post("/api/choose", { person, message, custom_id, values }),
  submit: (person, interaction, values) => post("/api/submit", { person, interaction, values }),
  autocomplete: (person, channel, path, option, value, options) =>
    post("/api/autocomplete", { person, channel, path, option, value, options }),
  say: (person, channel, content) => post("/api/say", { person, channel, content }),
  dismissMessage: (person, message) => post("/api/dismiss", { person, message }),
  dismissInteraction: (person, interaction) => post("/api/dismiss", { person, interaction }),
  setLanguage: (person, locale) => post("/api/language", { person, locale }),
  openDm: (person) => post("/api/dm", { person }),
  joinThread: (person, thread, joined) => post("/api/thread", { person, thread, joined }),
};

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

/**
 * The live events of one person. The websocket opens again after every break, and waits longer each
 * time; `onEvent` gets each frame, `onBreak` is called when it breaks.
 */
export class Live {
  #wait = FIRST_WAIT;

  constructor(person, onEvent, onBreak) {
    this.person = person;
    this.onEvent = onEvent;
    this.onBreak = onBreak;
    this.#open();
  }

  #open() {
    const url = new URL(`/api/live?person=${encodeURIComponent(this.person)}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => {
      this.#wait = FIRST_WAIT;
      this.onEvent(JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      this.onBreak();
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    });
  }
}
