// The text of a message for a screen reader: only what is new in it. All of it can be read.

import { plainText } from "./markdown.js";

const SENTENCES = /(?<=[.!?])\s+|\n+/;
// Where a list of pieces goes on: `a3, c3; 1 king g5; 1 stack: c5 red on white, 2 high`.
const NEXT_ENTRY = /[,;] (?=(?:\d+ )?(?:\p{L}+:? )?[a-z]\d)/u;
const OF_KIND = /^(?:\d+ )?\p{L}+:? [a-z]\d/u;
// The end of a description that tells only what changes: what was known before it still holds.
const PARTIAL = /(?:unchanged|Nothing else changes)\.$/;
const COUNT = /^\d+ (\p{L}+):? (?=[a-z]\d)/u;

/** The pictures of one room that were read aloud, so that only changes are read again. */
export class Spoken {
  #known = [];

  /** Mark the pictures of messages that were there before as known: they can be read. */
  found(messages) {
    for (const description of messages.flatMap(described)) this.#known = description.split(SENTENCES);
  }

  /** The text for a new message. */
  added(message) {
    return this.#say(message, linesOf(message).join(" "));
  }

  /** The text for a message that changed; `before` is its former value. Empty if nothing is new. */
  changed(message, before) {
    const old = new Set(linesOf(before));
    const fresh = linesOf(message).filter((line) => !old.has(line));
    const shown = described(message);
    // A board that becomes a line of the record was read when it was new.
    if (described(before).length && !shown.length && !message.ephemeral) return "";
    const isRedrawn = shown.join("\n") !== described(before).join("\n");
    return this.#say(message, fresh.join(" "), isRedrawn ? shown : []);
  }

  #say(message, text, pictures = described(message)) {
    if (message.loading) return `${message.author.name} is thinking`;
    const parts = [text, this.#pictures(pictures)].filter(Boolean);
    return parts.length ? `${message.author.name}: ${parts.join(" ")}` : "";
  }

  // Of each picture what differs from the one before is said; of the first one that is all.
  #pictures(descriptions) {
    const said = descriptions.map((description) => {
      const [known, sentences] = [this.#known, description.split(SENTENCES)];
      if (!PARTIAL.test(description)) this.#known = sentences;
      return changes(known, sentences);
    });
    return said.filter(Boolean).join(" ");
  }
}

function described(message) {
  return message.attachments.map((each) => each.description).filter(Boolean);
}

function linesOf(message) {
  if (message.loading) return [];
  const lines = message.content.split("\n").map((line) => plainText(line, { names: message.names }));
  const embeds = message.embeds.flatMap((each) => [each.title, each.description]);
  return [...lines, ...embeds].filter(Boolean);
}

/**
 * The sentences that differ; of a list of pieces by their kinds, only what came and went, unless
 * the whole list is shorter, as when another game begins.
 */
export function changes(before, after) {
  const old = new Set(before);
  return after.filter((sentence) => !old.has(sentence)).map((sentence) => {
    const [subject, entries] = listOf(sentence);
    const same = before.map(listOf).find(([name, had]) => entries && had && name === subject);
    const spoken = same ? difference(subject, same[1], entries) : sentence;
    return spoken.length < sentence.length ? spoken : sentence;
  }).filter(Boolean).join(" ");
}

function listOf(sentence) {
  const at = sentence.indexOf(": ");
  if (at < 0) return [sentence, null];
  const entries = sentence.slice(at + 2).replace(/[.!?]$/, "").split(NEXT_ENTRY);
  return [sentence.slice(0, at), OF_KIND.test(entries[0]) ? named(entries) : null];
}

/** Give each entry the name of its kind, which a list says once: `2 men a3, c3` is man a3, man c3. */
function named(entries) {
  let kind = "";
  return entries.map((entry) => {
    const counted = COUNT.exec(entry);
    if (counted) kind = `${counted[1].replace(/men$/, "man").replace(/s$/, "")} `;
    return kind + entry.replace(COUNT, "");
  });
}

function difference(subject, before, after) {
  const came = after.filter((entry) => !before.includes(entry));
  const went = before.filter((entry) => !after.includes(entry));
  const parts = [came.join(", "), went.length ? `no longer ${went.join(", ")}` : ""].filter(Boolean);
  return parts.length ? `${subject}: ${parts.join("; ")}.` : "";
}
