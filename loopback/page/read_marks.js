// How far each person has read each channel, kept over reloads.

import { later } from "./ids.js";

const key = (person) => `loopback.read.${person}`;

/** The newest message each channel was read up to: `{channel: message}`. */
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
