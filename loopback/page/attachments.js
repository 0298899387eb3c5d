import { h } from "./dom.js";
import { icon } from "./icons.js";
import { isLocal, picture } from "./pictures.js";

/** An attachment: a picture with its alt text, or a file to download. */
export function attachment(file) {
  if (file.content_type?.startsWith("image/") && isLocal(file.url)) {
    return picture({ ...file, alt: file.description, name: file.filename });
  }
  return h("a", { className: "file", href: file.url, download: file.filename },
    icon("file"),
    h("span", { className: "file-name", textContent: file.filename }),
    h("span", { className: "file-size", textContent: size(file.size) }));
}

/** "30.2 KB" from a number of bytes. */
function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  const kilobytes = bytes / 1000;
  return kilobytes < 1000 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}
