// Pictures with their alt text: in the message, and enlarged over the page.

import { freshId, h } from "./dom.js";
import { icon } from "./icons.js";

const MAX_WIDTH = 560;

/** Addresses on this server; the page never fetches anything from elsewhere. */
export function isLocal(url) {
  return typeof url === "string" && url.startsWith("/") && !url.startsWith("//");
}

/** A picture: `{url, alt, width, height, spoiler}`; a click enlarges it, ALT shows its text. */
export function picture({ url, alt, name, width, height, spoiler = false }) {
  const image = h("img", {
    src: url, alt: alt || name || "Picture", width, height, decoding: "async", draggable: "false",
  });
  const open = h("button", {
    type: "button",
    className: `picture-open${spoiler ? " spoiled" : ""}`,
    "aria-label": spoiler ? "Spoiler, show the picture" : `Enlarge: ${alt || name || "picture"}`,
    onclick: () => (open.classList.contains("spoiled") ? reveal(open) : enlarge(image, alt)),
  }, image);
  const frame = h("div", { className: "picture-frame" }, open);
  const figure = h("figure", { className: "picture" }, frame);
  if (width && height) {
    figure.style.setProperty("--width", `${Math.min(width, MAX_WIDTH)}px`);
    figure.style.setProperty("--ratio", width / height);
  }
  if (alt) addAltToggle(figure, frame, alt);
  return figure;
}

function reveal(button) {
  button.classList.remove("spoiled");
  button.setAttribute("aria-label", "Enlarge the picture");
}

function addAltToggle(figure, frame, alt) {
  const caption = h("figcaption", { id: freshId("alt"), hidden: true, textContent: alt });
  const toggle = h("button", {
    type: "button",
    className: "alt-toggle",
    "aria-expanded": "false",
    "aria-controls": caption.id,
    "aria-label": "Show the alt text",
    textContent: "ALT",
    onclick: () => {
      caption.hidden = !caption.hidden;
      toggle.setAttribute("aria-expanded", String(!caption.hidden));
    },
  });
  frame.append(toggle);
  figure.append(caption);
}

function enlarge(image, alt) {
  const close = h("button", {
    type: "button", className: "plain viewer-close", "aria-label": "Close",
    onclick: () => dialog.close(),
  }, icon("close"));
  const dialog = h("dialog", {
    className: "viewer",
    "aria-label": "Picture",
    onclick: (event) => event.target.tagName !== "A" && dialog.close(),
    onclose: () => dialog.remove(),
  },
  close,
  h("img", { src: image.src, alt: image.alt }),
  h("p", {}, alt ? `${alt} ` : null,
    h("a", { href: image.src, target: "_blank", rel: "noopener", textContent: "Open the original" })));
  document.body.append(dialog);
  dialog.showModal();
}
