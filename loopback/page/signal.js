/** An event with listeners. */
export class Signal {
  #listeners = new Set();

  /** Call `listener` at every event; return a function that ends this. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(...details) {
    for (const listener of [...this.#listeners]) listener(...details);
  }
}
