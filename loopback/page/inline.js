// The content of a line of Discord's markdown, as nodes. The first rule that matches wins.

import { h } from "./dom.js";
import { jumpTarget } from "./jump.js";
import { timestamp } from "./timestamps.js";

const URL_END = /[.,:;!?'"]+$/;

const RULES = [
  [/^\\([^\sA-Za-z0-9])/, (match) => match[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (match) => h("code", { textContent: match[2].trim() })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (match) => timestamp(Number(match[1]), match[2])],
  [/^<(@!?|@&|#)(\d+)>/, mention],
  [/^<\/([^:>]+):\d+>/, command],
  [/^<a?(:\w+:)\d+>/, (match) => match[1]],
  [/^@(?:everyone|here)\b/, (match) => pill(match[0])],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
    (match, context) => link(match[2], inline(match[1], context), context)],
  [/^<(https?:\/\/[^\s>]+)>/, (match, context) => link(match[1], null, context)],
  [/^https?:\/\/[^\s<]+/, bareLink],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (match, context) => h("strong", {}, inline(match[1], context))],
  [/^__([\s\S]+?)__(?!_)/, (match, context) => h("u", {}, inline(match[1], context))],
  [/^~~([\s\S]+?)~~/, (match, context) => h("s", {}, inline(match[1], context))],
  [/^\|\|([\s\S]+?)\|\|/, spoiler],
  [/^\*(?!\s)((?:\*\*|[^*])+?)(?<!\s)\*(?!\*)/, emphasis],
  [/^_((?:__|[^_])+?)_(?![A-Za-z0-9_])/, emphasis],
  [/^(?:[A-Za-z0-9]+|[^\\`<@[h*_~|])/, (match) => match[0]],
];

/** Turn a text without block structure into nodes and strings. */
export function inline(text, context) {
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const [node, length] = first(rest, context);
    if (typeof node === "string" && typeof nodes.at(-1) === "string") {
      nodes.push(nodes.pop() + node);
    } else nodes.push(node);
    at += length;
  }
  return nodes;
}

function first(rest, context) {
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(rest);
    const node = match && make(match, context);
    if (node) return [node, node.taken ?? match[0].length];
  }
  return [rest[0], 1];
}

function emphasis(match, context) {
  return h("em", {}, inline(match[1], context));
}

function pill(text, isMe = false) {
  return h("span", { className: `mention${isMe ? " me" : ""}`, textContent: text });
}

// A press begins to write the command.
function command(match, context) {
  const text = context.names?.[match[0]] ?? `/${match[1]}`;
  if (!context.beginCommand) return pill(text);
  return h("button", {
    type: "button",
    className: "mention",
    textContent: text,
    onclick: () => context.beginCommand(match[1]),
  });
}

function mention(match, context) {
  const [whole, sign, id] = match;
  const text = context.names?.[whole] ?? whole;
  if (sign !== "#" || !context.openChannel) return pill(text, id === context.me && sign !== "#");
  return h("button", {
    type: "button",
    className: "mention",
    textContent: text,
    onclick: () => context.openChannel(id),
  });
}

function bareLink(match, context) {
  let url = match[0].replace(URL_END, "");
  if (url.endsWith(")") && !url.includes("(")) url = url.slice(0, -1);
  const element = link(url, null, context);
  element.taken = url.length;
  return element;
}

/** A link: to a message of this Discord, or to another page in a new tab. */
export function link(url, children, context) {
  const target = jumpTarget(url);
  if (target && context.jump) {
    return h("button", {
      type: "button",
      className: children ? "link" : "mention",
      onclick: () => context.jump(target),
    }, children ?? (target.message ? "Go to message" : "Go to channel"));
  }
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children ?? url);
}

function spoiler(match, context) {
  const inside = h("span", { inert: true }, inline(match[1], context));
  const open = (event) => {
    if (!element.classList.contains("hidden")) return;
    event.preventDefault();
    element.classList.remove("hidden");
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
    inside.inert = false;
  };
  const element = h("span", {
    className: "spoiler hidden",
    role: "button",
    tabIndex: 0,
    "aria-label": "Spoiler, show",
    onclick: open,
    onkeydown: (event) => ["Enter", " "].includes(event.key) && open(event),
  }, inside);
  return element;
}
