import { icon } from "./icons.js";

const NARROW = matchMedia("(max-width: 760px)");

/** On a narrow page the channel list lies in a drawer that the menu button opens. */
export class Drawer {
  constructor(side, shade, menu) {
    Object.assign(this, { side, shade, menu });
    menu.append(icon("menu"));
    menu.setAttribute("aria-label", "Channels");
    menu.addEventListener("click", () => this.#set(!this.isOpen));
    shade.addEventListener("click", () => this.close());
    side.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      this.close();
      menu.focus();
    });
    NARROW.addEventListener("change", () => this.close());
    this.close();
  }

  close() {
    this.#set(false);
  }

  #set(isOpen) {
    this.isOpen = isOpen;
    this.side.classList.toggle("open", isOpen);
    this.side.inert = NARROW.matches && !isOpen;
    this.shade.hidden = !isOpen;
    this.menu.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.side.querySelector("[aria-current], button")?.focus();
  }
}
