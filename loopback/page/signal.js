/** Something others can listen to. */
export class Signal {
  #listeners = new Set();

  /** Call `listener` at every tell; returns what ends it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(...what) {
    for (const listener of [...this.#listeners]) listener(...what);
  }
}
