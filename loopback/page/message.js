import { attachment } from "./attachments.js";
import { avatar } from "./avatar.js";
import { component } from "./components.js";
import { h } from "./dom.js";
import { embed } from "./embeds.js";
import { icon } from "./icons.js";
import { markdown, plainText } from "./markdown.js";
import { showMenu } from "./menu.js";
import { format, messageTime } from "./timestamps.js";

const DIVIDER_FORMAT = "D";
const LONGEST_QUOTE = 100;

/**
 * A message as an element. `context` holds `me`, `people`, `interaction` (the open one with this
 * message, or null) and the acts `click(message, id)`, `choose(message, id, values)`,
 * `dismiss(message)`, `openChannel(id)`, `jump(target)`, `menuOf(message)`.
 */
export function renderMessage(message, context) {
  const inside = { ...context, names: message.names, attachments: message.attachments };
  const element = h("article", {
    id: `message-${message.id}`,
    className: classes(message),
    tabIndex: -1,
    "aria-label": `${message.author.name}, ${format(Date.parse(message.created) / 1000, "t")}`,
  },
  h("div", { className: "day", textContent: dayOf(message) }),
  above(message, context),
  avatar(message.author),
  h("div", { className: "body" },
    header(message),
    content(message, inside),
    message.components_v2 ? null : files(message).map(attachment),
    message.embeds.map((each) => embed(each, inside)),
    components(message, inside),
    failure(context.interaction),
    message.thread ? threadLink(message.thread, context) : null,
    message.ephemeral ? privateNote(message, context) : null),
  message.ephemeral || message.loading ? null : more(message, context));
  element.addEventListener("contextmenu", (event) => openMenu(event, element));
  return element;
}

function more(message, context) {
  const label = `Commands for this message of ${message.author.name}`;
  const button = h("button", {
    type: "button", className: "more", "aria-haspopup": "menu", "aria-label": label, title: "Commands",
    onclick: () => showMenu(button, label, context.menuOf(message)),
  }, icon("more"));
  return button;
}

// Pictures and links keep the browser's own menu.
function openMenu(event, element) {
  const button = element.querySelector(".more");
  if (!button || event.target.closest("img, a") || String(getSelection())) return;
  event.preventDefault();
  button.click();
}

/** The day of a message in words: the text of the divider above the first one of a day. */
export function dayOf(message) {
  return format(Date.parse(message.created) / 1000, DIVIDER_FORMAT);
}

function classes(message) {
  return [
    "message",
    message.names_me && "names-me",
    message.ephemeral && "ephemeral",
    (message.command || message.reply_to) && "answers",
  ].filter(Boolean).join(" ");
}

function above(message, context) {
  if (message.command) {
    return h("p", { className: "above" }, icon("reply"),
      h("strong", { textContent: message.command.user.name }),
      " used ",
      h("span", { className: "command-name", textContent: message.command.name }));
  }
  if (!message.reply_to) return null;
  const { id, author, content: text } = message.reply_to;
  const target = { channel: message.channel_id, message: id };
  return h("p", { className: "above" }, icon("reply"),
    h("button", { type: "button", className: "link", onclick: () => context.jump(target) },
      h("strong", { textContent: author }), ` ${quoted(text, context)}`));
}

// The quote brings no names along; people's are known anyway. It is cut where no markdown is left.
function quoted(text, context) {
  const names = Object.fromEntries(context.people.map(({ id, name }) => [`<@${id}>`, `@${name}`]));
  const words = plainText(text, { names });
  if (words.length <= LONGEST_QUOTE) return words || "Go to message";
  const end = words.lastIndexOf(" ", LONGEST_QUOTE);
  return `${words.slice(0, end < 0 ? LONGEST_QUOTE : end)}…`;
}

function header(message) {
  return h("p", { className: "header" },
    h("strong", { className: "author", textContent: message.author.name }),
    message.author.bot ? h("span", { className: "badge", textContent: "APP" }) : null,
    messageTime(message.created));
}

function content(message, context) {
  if (message.loading) {
    return h("p", { className: "thinking", role: "status" },
      h("span", { className: "dots", "aria-hidden": "true" }),
      `${message.author.name} is thinking…`);
  }
  if (message.starts_thread) {
    return h("p", { className: "content" }, "started a thread:");
  }
  if (!message.content) return null;
  const text = h("div", { className: "content" }, markdown(message.content, context));
  if (message.edited) {
    const when = format(Date.parse(message.edited) / 1000, "F");
    const last = text.lastElementChild;
    const item = last.matches("ul, ol") ? last.lastElementChild : null;
    const place = last.className === "paragraph" ? last : item ?? text;
    place.append(h("span", { className: "edited", title: when, textContent: " (edited)" }));
  }
  return text;
}

// A file an embed shows is not shown a second time.
function files(message) {
  const embedded = new Set(message.embeds.flatMap((each) => [each.image?.url, each.thumbnail?.url]));
  return message.attachments.filter((each) => !embedded.has(each.url));
}

function components(message, context) {
  if (!message.components.length) return null;
  const inside = {
    ...context,
    click: (id) => context.click(message, id),
    choose: (id, values) => context.choose(message, id, values),
  };
  const made = message.components.map((each) => component(each, inside));
  return h("div", { className: "components" }, made);
}

function failure(interaction) {
  if (interaction?.status !== "failed") return null;
  return h("p", { className: "failure", role: "alert", textContent: interaction.failed });
}

function threadLink(thread, context) {
  return h("button", {
    type: "button",
    className: "thread-link",
    onclick: () => context.openChannel(thread.id),
  }, icon("thread"), h("strong", { textContent: thread.name }), h("span", { textContent: "Open ›" }));
}

function privateNote(message, context) {
  return h("p", { className: "private" }, icon("eye"), "Only you can see this",
    h("span", { "aria-hidden": "true", textContent: "·" }),
    h("button", {
      type: "button",
      className: "link",
      textContent: "Dismiss message",
      onclick: () => context.dismiss(message),
    }));
}
