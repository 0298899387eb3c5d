import { h } from "./dom.js";

/** A disc with the first letter of a name, in the user's colour. */
export function avatar(user) {
  const disc = h("span", {
    className: `avatar${user.bot ? " bot" : ""}`,
    "aria-hidden": "true",
    textContent: [...user.name][0]?.toUpperCase() ?? "?",
  });
  const colour = user.colour ?? "#5865f2";
  disc.style.backgroundColor = colour;
  disc.style.color = luminance(colour) > 0.2 ? "#111" : "#fff";
  return disc;
}

// Relative luminance of "#rrggbb" as WCAG 2 defines it, 0 (black) to 1 (white).
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
