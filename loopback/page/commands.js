// Slash commands as data: those that match a text, and the values that their options accept.

const TYPED = /(\S+?):(?:"([^"]*)"|(\S*))/g;

/** Commands whose path holds every word typed after the slash, those that begin with it first. */
export function matching(commands, typed) {
  const wanted = typed.replace(/^\//, "").trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  return commands
    .filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)))
    .map((command) => [command, command.path.toLowerCase().startsWith(wanted) ? 0 : 1])
    .sort(([a, one], [b, two]) => one - two || a.path.localeCompare(b.path))
    .map(([command]) => command);
}

/**
 * Read a whole line, `/move move:c3-d4`: `{command, typed}` where `typed` gives the text of each
 * option named, or null when the line does not begin with a command. `men:"12 men"` holds a space.
 */
export function readLine(commands, line) {
  const text = line.trimStart().replace(/^\//, "");
  const isStart = ({ path }) => text === path || text.startsWith(`${path} `);
  const command = commands.find(isStart);
  if (!command) return null;
  const rest = text.slice(command.path.length).trim();
  const known = new Set(command.options.map((each) => each.name));
  const found = [...rest.matchAll(TYPED)].filter(([, name]) => known.has(name));
  const typed = Object.fromEntries(found.map(([, name, quoted, bare]) => [name, quoted ?? bare]));
  const single = command.options.length === 1 || command.options.filter((o) => o.required).length === 1;
  if (rest && !found.length && single) {
    const only = command.options.find((each) => each.required) ?? command.options[0];
    typed[only.name] = rest;
  }
  return { command, typed };
}

/** A description of the values of an option. */
export function wants(option) {
  const { min_value: least, max_value: most, type } = option;
  if (option.choices.length) return "one of the choices";
  if (type === "integer" || type === "number") {
    const kind = type === "integer" ? "a whole number" : "a number";
    if (least !== null && most !== null) return `${kind} from ${least} to ${most}`;
    if (least !== null) return `${kind}, ${least} or more`;
    return most !== null ? `${kind}, ${most} or less` : kind;
  }
  const kinds = { boolean: "True or False", user: "a person", channel: "a channel", attachment: "a file" };
  return kinds[type] ?? "a text";
}

/** The value of a typed text for a free option: `{value}`, or `{problem}` in words. */
export function readFree(option, text) {
  const problem = { problem: `${option.name} wants ${wants(option)}.` };
  if (option.type === "integer" || option.type === "number") {
    const pattern = option.type === "integer" ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
    const value = Number(text);
    if (!pattern.test(text)) return problem;
    const isLow = option.min_value !== null && value < option.min_value;
    const isHigh = option.max_value !== null && value > option.max_value;
    return isLow || isHigh ? problem : { value };
  }
  if (option.min_length !== null && text.length < option.min_length) {
    return { problem: `${option.name} wants at least ${option.min_length} characters.` };
  }
  if (option.max_length !== null && text.length > option.max_length) {
    return { problem: `${option.name} takes at most ${option.max_length} characters.` };
  }
  return { value: text };
}

/** True if an option accepts text that is not among its suggestions. */
export function isFree(option) {
  return !option.choices.length && ["string", "integer", "number"].includes(option.type);
}
