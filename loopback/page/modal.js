import { freshId, h } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { Select } from "./select.js";

/**
 * Show a modal in Discord's JSON. `submit(values)` sends it and resolves to null, or to the sentence
 * that says why it was refused; the texts stay until it is accepted.
 */
export function openModal(modal, { people, submit }) {
  const values = {};
  const titleId = freshId("modal");
  const problem = h("p", { className: "failure", role: "alert", hidden: true });
  const send = h("button", { type: "submit", className: "button primary", textContent: "Submit" });
  const form = h("form", { method: "dialog" },
    h("h2", { id: titleId, textContent: modal.title }),
    h("div", { className: "modal-fields" },
      modal.components.map((each) => part(each, values, people))),
    problem,
    h("div", { className: "modal-actions" },
      h("button", {
        type: "button", className: "button plain", textContent: "Cancel",
        onclick: () => dialog.close(),
      }),
      send));
  const dialog = h("dialog", {
    className: "modal", "aria-labelledby": titleId, onclose: () => dialog.remove(),
  },
  h("button", {
    type: "button", className: "plain modal-close", "aria-label": "Close",
    onclick: () => dialog.close(),
  }, icon("close")), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const reason = await submit(read(values));
    send.disabled = false;
    problem.hidden = reason === null;
    problem.textContent = reason ?? "";
    if (reason === null) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .select-field")?.focus();
}

function read(values) {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, value()]));
}

function part(data, values, people) {
  if (data.type === 1) {
    return h("div", {}, data.components.map((each) => labelled(each, each, values, people)));
  }
  if (data.type === 18) return labelled(data, data.component, values, people);
  if (data.type === 10) return h("div", {}, markdown(data.content, {}));
  return h("p", { className: "subtext" }, `This page cannot show a component of type ${data.type}.`);
}

// `values` gets a reader for the control's custom_id.
function labelled({ label, description }, control, values, people) {
  const id = freshId("field");
  const isText = control.type === 4;
  const note = description
    ? h("p", { className: "field-note", id: `${id}-note`, textContent: description }) : null;
  const required = control.required ?? true;
  const head = h(isText ? "label" : "p", { className: "field-label", for: isText ? id : null },
    label ?? control.label,
    required ? h("span", { className: "required", "aria-hidden": "true", textContent: " *" }) : null);
  if (isText) {
    const field = textInput(control, id, required, note);
    values[control.custom_id] = () => field.value;
    return h("div", { className: "field" }, head, note, field);
  }
  if (control.type === 21) {
    values[control.custom_id] = () => [...group.querySelectorAll(":checked")].map((each) => each.value);
    const group = radioGroup(control, id, required);
    head.id = `${id}-head`;
    group.setAttribute("aria-labelledby", head.id);
    return h("div", { className: "field" }, head, note, group);
  }
  const select = new Select(control, { offered: people, label });
  values[control.custom_id] = () => select.values;
  return h("div", { className: "field" }, head, note, select.element);
}

function radioGroup(control, id, required) {
  return h("div", { role: "radiogroup", className: "radio-group" },
    control.options.map((option) => h("label", { className: "radio" },
      h("input", {
        type: "radio", name: id, value: option.value, checked: option.default ?? false, required,
      }),
      h("span", {}, option.label,
        option.description
          ? h("span", { className: "subtext", textContent: option.description }) : null))));
}

function textInput(control, id, required, note) {
  const isLong = control.style === 2;
  return h(isLong ? "textarea" : "input", {
    id,
    className: "text-field",
    type: isLong ? null : "text",
    rows: isLong ? 5 : null,
    name: control.custom_id,
    placeholder: control.placeholder,
    required,
    minlength: control.min_length,
    maxlength: control.max_length ?? 4000,
    value: control.value ?? "",
    autocomplete: "off",
    "aria-describedby": note?.id,
  });
}
