// Message components in Discord's own JSON, by their type.

import { attachment } from "./attachments.js";
import { h } from "./dom.js";
import { cssColour } from "./embeds.js";
import { icon } from "./icons.js";
import { jumpTarget } from "./jump.js";
import { markdown } from "./markdown.js";
import { isLocal, picture } from "./pictures.js";
import { Select } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

const BY_TYPE = {
  1: row,
  2: button,
  3: select,
  5: select,
  6: select,
  8: select,
  9: section,
  10: (data, context) => h("div", { className: "text-display" }, markdown(data.content, context)),
  11: (data) => mediaItem(data, "thumbnail"),
  12: (data) => h("div", { className: "gallery" }, data.items.map((each) => mediaItem(each, ""))),
  13: file,
  14: separator,
  17: container,
};

/**
 * One component. `context.click(custom_id)` and `context.choose(custom_id, values)` act.
 */
export function component(data, context) {
  const make = BY_TYPE[data.type];
  if (make) return make(data, context);
  return h("p", { className: "subtext" }, `This page cannot show a component of type ${data.type}.`);
}

/** Mark the control that waits for the bot; the others wait with it. */
export function setBusy(element, customId) {
  for (const control of element.querySelectorAll("[data-custom-id]")) {
    const isBusy = control.dataset.customId === customId;
    if (isBusy) control.setAttribute("aria-busy", "true");
    else control.disabled = true;
  }
}

function all(data, context) {
  return data.map((each) => component(each, context));
}

function row(data, context) {
  return h("div", { className: "row" }, all(data.components, context));
}

function button(data, context) {
  const face = [
    data.emoji?.name ? emoji(data) : null,
    data.label ? h("span", { textContent: data.label }) : null,
  ];
  if (data.style === 5) return linkButton(data, face, context);
  return h("button", {
    type: "button",
    className: `button ${STYLES[data.style] ?? "secondary"}`,
    disabled: Boolean(data.disabled),
    "aria-label": data.label ? null : data.emoji?.name ?? "Button",
    "data-custom-id": data.custom_id,
    onclick: () => context.click(data.custom_id),
  }, face);
}

// Beside a label the emoji is decoration.
function emoji({ emoji: { name }, label }) {
  return h("span", { className: "emoji", "aria-hidden": label ? "true" : null, textContent: name });
}

function linkButton(data, face, context) {
  const target = jumpTarget(data.url);
  if (target) {
    return h("button", {
      type: "button",
      className: "button secondary",
      disabled: Boolean(data.disabled),
      onclick: () => context.jump(target),
    }, face);
  }
  return h("a", {
    className: "button secondary",
    href: data.disabled ? null : data.url,
    "aria-disabled": data.disabled ? "true" : null,
    target: "_blank",
    rel: "noopener noreferrer",
  }, face, icon("out"));
}

function select(data, context) {
  const made = new Select(data, {
    offered: { 5: context.people, 6: context.roles, 8: context.channels }[data.type],
    onchange: (values) => context.choose(data.custom_id, values),
  });
  return made.element;
}

function section(data, context) {
  return h("div", { className: "section" },
    h("div", { className: "section-text" }, all(data.components, context)),
    data.accessory ? component(data.accessory, context) : null);
}

function mediaItem(data, className) {
  const { media, description, spoiler } = data;
  if (!isLocal(media?.url)) return h("p", { className: "subtext" }, description ?? "Picture elsewhere");
  const shown = picture({
    url: media.url, alt: description, width: media.width, height: media.height, spoiler,
  });
  if (className) shown.classList.add(className);
  return shown;
}

function file(data, context) {
  const url = data.file?.url ?? "";
  const known = context.attachments.find((each) => each.url === url);
  return attachment(known ?? { url, filename: url.split("/").at(-1), size: data.size ?? 0 });
}

function separator(data) {
  const className = data.spacing === 2 ? "separator large" : "separator";
  return h(data.divider === false ? "div" : "hr", { className });
}

function container(data, context) {
  const element = h("div", { className: "container" }, all(data.components, context));
  if (typeof data.accent_color === "number") {
    element.style.borderInlineStartColor = cssColour(data.accent_color);
  }
  return element;
}
