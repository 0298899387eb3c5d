// The suggestions for an option: native choices, people, channels, True and False.

import { avatar } from "./avatar.js";

/**
 * Suggestions for an option as `{label, detail, value, mark}`, narrowed by the typed text; null if
 * the bot has to be asked (autocomplete).
 */
export function suggestions(option, text, { people, channels }) {
  if (option.autocomplete) return null;
  const all = everything(option, people, channels);
  const wanted = text.trim().replace(/^[@#]/, "").toLowerCase();
  if (!wanted) return all;
  const hits = all.filter((each) => searched(each).includes(wanted));
  return hits.sort((a, b) => starts(b, wanted) - starts(a, wanted));
}

function everything(option, people, channels) {
  if (option.choices.length) {
    return option.choices.map(({ name, value }) => ({ label: name, value }));
  }
  if (option.type === "boolean") {
    return [{ label: "True", value: true }, { label: "False", value: false }];
  }
  if (option.type === "user" || option.type === "mentionable") {
    return people.map((each) => ({
      label: each.name, detail: each.username, value: each.id, mark: avatar(each),
    }));
  }
  if (option.type === "channel") {
    return channels.map((each) => ({ label: `#${each.name}`, value: each.id }));
  }
  return [];
}

function searched({ label, detail }) {
  return `${label} ${detail ?? ""}`.toLowerCase();
}

function starts({ label }, wanted) {
  return Number(label.replace(/^#/, "").toLowerCase().startsWith(wanted));
}
