// The last message that each person has read in each channel, kept over reloads.

import { later } from "./ids.js";

const key = (person) => `loopback.read.${person}`;

/** The newest message read in each channel: `{channel: message}`. */
export function readMarks(person) {
  try {
    return JSON.parse(localStorage.getItem(key(person))) ?? {};
  } catch {
    return {};
  }
}

/** Remember that a person read a channel up to a message. */
export function markRead(person, channel, message) {
  if (!message) return;
  const marks = readMarks(person);
  marks[channel] = later(marks[channel], message);
  localStorage.setItem(key(person), JSON.stringify(marks));
}
