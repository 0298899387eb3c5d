// Discord's <t:SECONDS:STYLE>, drawn as <time> and kept fresh.

import { h } from "./dom.js";

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
// The unit, its length, and the least time it is used for: 23 hours read as "a day", as in Discord.
const UNITS = [
  ["year", 31_536_000, 27_648_000],
  ["month", 2_592_000, 2_246_400],
  ["day", 86_400, 79_200],
  ["hour", 3600, 2700],
  ["minute", 60, 45],
];
const REFRESH = 10_000;

let language = "en-GB";
let relatively = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/** Write moments in the language of a reader from now on, by Discord's code. */
export function speak(locale) {
  language = locale === "en-US" ? "en-GB" : locale;
  relatively = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
}

/** A moment in words: "in 3 days", "5 minutes ago". Times are in seconds since 1970. */
export function relative(seconds, now = Date.now() / 1000) {
  const away = seconds - now;
  const [unit, length] = UNITS.find(([, , from]) => Math.abs(away) >= from) ?? ["second", 1];
  return relatively.format(Math.round(away / length), unit);
}

/** A moment in one of Discord's styles; an unknown style reads as "f". */
export function format(seconds, style) {
  if (style === "R") return relative(seconds);
  return new Intl.DateTimeFormat(language, FORMATS[style] ?? FORMATS.f).format(seconds * 1000);
}

/** A <time> element; relative ones are rewritten as time passes. */
export function timestamp(seconds, style = "f") {
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) return `<t:${seconds}:${style}>`;
  return h("time", {
    className: "timestamp",
    dateTime: moment.toISOString(),
    "data-seconds": seconds,
    "data-style": style,
    title: format(seconds, "F"),
    textContent: format(seconds, style),
  });
}

/** The short time beside an author's name: today's clock, else the day too. */
export function messageTime(iso) {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === new Date().toDateString();
  const seconds = moment.getTime() / 1000;
  return h("time", {
    className: "when",
    dateTime: iso,
    title: format(seconds, "F"),
    textContent: format(seconds, isToday ? "t" : "s"),
  });
}

function refresh() {
  for (const each of document.querySelectorAll('time[data-style="R"]')) {
    each.textContent = relative(Number(each.dataset.seconds));
  }
}

setInterval(refresh, REFRESH);
