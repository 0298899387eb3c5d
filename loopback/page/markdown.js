// Discord's markdown as elements: blocks here, the content of lines in inline.js.

import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /^```(?:([\w+-]*)\n)?([\s\S]*?)\n?```\n?/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)(?:[-*]|(\d+)\.) +(.+)$/;
const QUOTE = /^> (.*)$/;

/**
 * Turn a message's text into nodes.
 * `names` gives the text of each mention, `me` is the id of the current person.
 */
export function markdown(text, context) {
  const nodes = [];
  let rest = text.replaceAll("\r\n", "\n");
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(...lines(plain.replace(/\n$/, ""), context));
    plain = "";
  };
  while (rest) {
    const fence = FENCE.exec(rest);
    if (fence) {
      flush();
      nodes.push(codeBlock(fence[2]));
      rest = rest.slice(fence[0].length);
      continue;
    }
    const next = rest.indexOf("```", 1);
    const end = next < 0 ? rest.length : next;
    plain += rest.slice(0, end);
    rest = rest.slice(end);
  }
  flush();
  return nodes;
}

/** A message's text without its markdown, on one line. */
export function plainText(text, context) {
  const words = markdown(text, context).map((node) => node.textContent ?? node);
  return words.join(" ").replaceAll(/\s+/g, " ").trim();
}

function codeBlock(text) {
  return h("pre", { tabIndex: 0, role: "region", "aria-label": "Code block" },
    h("code", { textContent: text }));
}

function lines(text, context) {
  const nodes = [];
  const all = text.split("\n");
  for (let at = 0; at < all.length;) {
    const [node, taken] = block(all, at, context);
    nodes.push(node);
    at += taken;
  }
  return nodes;
}

// One block starting at a line, and how many lines it takes.
function block(all, at, context) {
  const line = all[at];
  if (line.startsWith(">>> ")) {
    const inside = [line.slice(4), ...all.slice(at + 1)].join("\n");
    return [h("blockquote", {}, lines(inside, context)), all.length - at];
  }
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1].length;
    return [h(`h${level + 2}`, { className: `heading-${level}` }, inline(heading[2], context)), 1];
  }
  const subtext = SUBTEXT.exec(line);
  if (subtext) return [h("small", { className: "subtext" }, inline(subtext[1], context)), 1];
  if (QUOTE.test(line)) return quote(all, at, context);
  if (ITEM.test(line)) return list(all, at, context);
  return paragraph(all, at, context);
}

function isBlock(line) {
  return [HEADING, SUBTEXT, ITEM, QUOTE].some((each) => each.test(line)) || line.startsWith(">>> ");
}

function run(all, at, belongs) {
  let end = at;
  while (end < all.length && belongs(all[end])) end += 1;
  return all.slice(at, end);
}

function quote(all, at, context) {
  const taken = run(all, at, (line) => QUOTE.test(line));
  const inside = taken.map((line) => QUOTE.exec(line)[1]).join("\n");
  return [h("blockquote", {}, lines(inside, context)), taken.length];
}

function paragraph(all, at, context) {
  const taken = [all[at], ...run(all, at + 1, (line) => !isBlock(line))];
  return [h("div", { className: "paragraph" }, inline(taken.join("\n"), context)), taken.length];
}

function list(all, at, context) {
  const taken = run(all, at, (line) => ITEM.test(line));
  return [listOf(taken.map((line) => ITEM.exec(line)), context), taken.length];
}

// Lines indented deeper than the first one belong to the item above them.
function listOf(items, context) {
  const depth = items[0][1].length;
  const number = items[0][2];
  const element = number ? h("ol", { start: number }) : h("ul");
  for (let at = 0; at < items.length;) {
    const item = h("li", {}, inline(items[at][3], context));
    const below = run(items, at + 1, (each) => each[1].length > depth);
    if (below.length) item.append(listOf(below, context));
    element.append(item);
    at += 1 + below.length;
  }
  return element;
}
