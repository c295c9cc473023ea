// The menus and the tools of the page's head, made of the table of commands.

import { make, icon } from "./dom.js";
import { kbd, offered } from "./dialogs.js";

/** @typedef {import("./commands.js").Command} Command */

/** menuBar makes a menu for each name. */
export function menuBar(bar, names, commands, run) {
  const buttons = names.map((name) => {
    const list = make("div", { id: "menu-" + name, role: "menu", "aria-label": name, popover: "auto", class: "menu" });
    const button = make("button", { role: "menuitem", "aria-haspopup": "menu", "aria-expanded": "false", "aria-controls": list.id, tabindex: -1, text: name });
    fill(list, button, commands.filter((c) => c.menu === name), run);
    bar.append(button, list);
    return button;
  });
  buttons[0].tabIndex = 0;
  const to = (i, open) => {
    const b = buttons[(i + buttons.length) % buttons.length];
    for (const other of buttons) other.tabIndex = other === b ? 0 : -1;
    b.focus();
    if (open) show(b);
  };
  buttons.forEach((button, i) => {
    button.onmousedown = (e) => e.preventDefault(); // the editor keeps the focus until a menu opens
    button.onclick = () => show(button);
    button.onmouseenter = () => { if (bar.querySelector(".menu:popover-open")) show(button); };
  });
  bar.addEventListener("keydown", (e) => {
    const at = buttons.findIndex((b) => b === e.target || menuOf(b).contains((e.target)));
    const inside = (e.target).closest(".menu");
    if (e.key === "ArrowRight") to(at + 1, Boolean(inside));
    else if (e.key === "ArrowLeft") to(at - 1, Boolean(inside));
    else if (e.key === "ArrowDown" && !inside) show(buttons[at]);
    else if (inside) return keyInside(e, inside, buttons[at]);
    else return;
    e.preventDefault();
  });
}

const menuOf = (button) => document.getElementById(button.getAttribute("aria-controls"));

function show(button) {
  const menu = menuOf(button), r = button.getBoundingClientRect();
  menu.showPopover();
  menu.style.top = r.bottom + 2 + "px";
  menu.style.left = Math.max(4, Math.min(r.left, innerWidth - menu.offsetWidth - 4)) + "px";
  menu.querySelector("[role^=menuitem]").focus();
}

function fill(list, button, commands, run) {
  let before = null;
  list.addEventListener("toggle", (e) => {
    button.setAttribute("aria-expanded", String(e.newState === "open"));
  });
  list.addEventListener("beforetoggle", (e) => {
    if (e.newState !== "open") return;
    before = document.activeElement?.closest("header") ? document.querySelector(".cell.active") : document.activeElement;
    list.replaceChildren(...commands.filter(offered).map((c) => make("button", { role: c.on ? "menuitemcheckbox" : "menuitem", tabindex: -1,
      "aria-checked": c.on ? String(c.on()) : null, onclick: () => {
        list.hidePopover();
        before?.focus({ preventScroll: true });
        run(c);
      } }, make("span", { text: c.title }), make("span", { class: "keys" }, ...kbd((c.keys || c.editKeys || []).slice(0, 1))))));
  });
}

function keyInside(e, menu, button) {
  const items = [...menu.querySelectorAll("[role^=menuitem]")], at = items.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[e.key];
  if (next !== undefined) (items[(next + items.length) % items.length]).focus();
  else if (e.key === "Escape" || e.key === "Tab") {
    menu.hidePopover();
    button.focus();
  } else if (e.key.length === 1 && e.key !== " ") {
    const begins = (x) => x.textContent.toLowerCase().startsWith(e.key.toLowerCase());
    ([...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins))?.focus();
  } else return;
  e.preventDefault();
  e.stopPropagation();
}

/** tools makes a button for each command that has a symbol. */
export function tools(bar, commands, run) {
  for (const c of commands.filter((x) => x.icon)) {
    const key = (c.keys || [])[0], title = key ? `${c.title} (${kbd([key])[0].textContent})` : c.title;
    bar.append(make("button", { class: "tool", title, "aria-label": c.title, onclick: () => run(c),
      onmousedown: (e) => e.preventDefault() }, icon(c.icon)));
  }
}
