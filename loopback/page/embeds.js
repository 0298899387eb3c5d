import { h } from "./dom.js";
import { inline, link } from "./inline.js";
import { markdown } from "./markdown.js";
import { isLocal, picture } from "./pictures.js";
import { format } from "./timestamps.js";

/** Discord's 24-bit colour number as CSS writes it. */
export function cssColour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

/** An embed in Discord's own JSON. */
export function embed(data, context) {
  const element = h("article", { className: "embed" },
    data.author?.name ? h("p", { className: "embed-author" }, named(data.author, context)) : null,
    data.title ? h("h3", { className: "embed-title" }, title(data, context)) : null,
    data.description
      ? h("div", { className: "embed-text" }, markdown(data.description, context)) : null,
    data.fields?.length ? fields(data.fields, context) : null,
    media(data.image, "embed-image"),
    media(data.thumbnail, "embed-thumbnail"),
    footer(data));
  if (typeof data.color === "number") element.style.borderInlineStartColor = cssColour(data.color);
  return element;
}

function title(data, context) {
  const text = inline(data.title, context);
  return data.url ? link(data.url, text, context) : text;
}

function named({ name, url }, context) {
  return url ? link(url, name, context) : name;
}

function fields(all, context) {
  return h("div", { className: "embed-fields" }, all.map((each) =>
    h("div", { className: each.inline ? "embed-field inline" : "embed-field" },
      h("h4", {}, inline(each.name, context)),
      h("div", {}, markdown(each.value, context)))));
}

function media(image, className) {
  if (!image?.url) return null;
  if (!isLocal(image.url)) return h("p", {}, link(image.url, "Picture elsewhere", {}));
  const shown = picture({ ...image, alt: image.description });
  shown.classList.add(className);
  return shown;
}

function footer({ footer: end, timestamp }) {
  const parts = [end?.text, timestamp ? format(Date.parse(timestamp) / 1000, "f") : null];
  const text = parts.filter(Boolean).join(" • ");
  return text ? h("p", { className: "embed-footer", textContent: text }) : null;
}
