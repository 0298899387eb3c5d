// Elements from plain data. Text always arrives as text nodes, never as markup.

const PROPERTIES = new Set([
  "checked", "className", "disabled", "hidden", "id", "tabIndex", "textContent", "type", "value",
]);

/**
 * Make an element. `on…` functions become listeners, PROPERTIES are set as such, everything else is
 * an attribute (none if null, undefined or false). Children that are strings become text.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) element[name] = value;
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

let counter = 0;

/** An id no other element has. */
export function freshId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

/** Let a screen reader say a sentence. */
export function announce(text) {
  const line = h("p", { textContent: text });
  const region = document.getElementById("announcer");
  region.append(line);
  while (region.childElementCount > 5) region.firstElementChild.remove();
}
