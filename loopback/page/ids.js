// Ids are decimal numbers too large for a double: strings, compared by length and then by digits.

/** Negative, zero or positive, as `a` is older than, the same as or younger than `b`. */
export function compareIds(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

/** The younger of two ids; either may be null. */
export function later(a, b) {
  if (!a || !b) return a || b;
  return compareIds(a, b) < 0 ? b : a;
}
