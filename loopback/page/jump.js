const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** The target of a link to a message or channel of Discord: `{channel, message}`, or null. */
export function jumpTarget(url) {
  const match = JUMP.exec(url);
  return match && { channel: match[1], message: match[2] ?? null };
}
