// What a page with cells has before anything is loaded: buttons that begin, and a note about changes that this browser
// keeps.
"use strict";
(() => {
  const data = JSON.parse(document.querySelector("script#krigo-page").textContent);
  const make = (tag, props) => Object.assign(document.createElement(tag), props);
  const status = make("p", { className: "krigo-status", hidden: true });
  status.setAttribute("role", "status");
  document.body.append(status);
  const say = (text) => {
    if (text && !status.isConnected) document.body.append(status); // the page of the notebook has replaced the text
    status.hidden = !text;
    status.textContent = text;
  };
  let begun = false;

  /**
   * begin loads the script of cells and opens the notebook, the reader's version if mine is true; then the cell runs, with
   * those above it.
   */
  const begin = async (cell, mine = false) => {
    if (begun) return;
    begun = true;
    document.body.classList.add("krigo-loading");
    say("Loading krigo…");
    try {
      await script();
      await window.krigoCells.open(data, { cell, mine }, say);
    } catch (e) {
      begun = false;
      document.body.classList.remove("krigo-loading");
      say(`krigo could not be loaded: ${e.message}. Reload the page to try again.`);
    }
  };

  /** script loads the script, which the page may hold itself. */
  const script = () => new Promise((done, fail) => {
    if (window.krigoCells) return done();
    const held = document.querySelector("script#krigo-cells-script"), el = make("script", {});
    if (held) {
      el.textContent = held.textContent;
      document.head.append(el);
      return done();
    }
    el.onload = done;
    el.onerror = () => fail(new Error(`${data.script} is not there; copy it with the page`));
    el.src = data.script;
    document.head.append(el);
  });

  const tools = document.querySelector(".tools") || document.body.insertBefore(make("p", { className: "tools" }), document.body.firstChild);
  const edit = make("button", { type: "button", id: "krigo-begin", textContent: "Run and edit the cells", onclick: () => begin("") });
  edit.title = `Go runs in this page: ${(data.size / 1e6).toFixed(0)} MB are loaded once`;
  tools.prepend(edit);
  for (const code of document.querySelectorAll("main .cell > .in")) {
    const id = code.parentElement.id.slice("cell-".length);
    const run = make("button", { type: "button", className: "krigo-run", textContent: "Run", onclick: () => begin(id) });
    run.title = "Run this cell, and those above it";
    code.prepend(run);
  }

  // Changes of an earlier visit are kept under the page's address.
  window.krigoKept = (() => {
    const open = () => new Promise((done, fail) => {
      const request = indexedDB.open("krigo", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("notebooks");
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
    const key = location.pathname + "#" + data.path;
    const within = async (mode, f) => {
      const db = await open();
      try {
        return await new Promise((done, fail) => {
          const request = f(db.transaction("notebooks", mode).objectStore("notebooks"));
          request.onsuccess = () => done(request.result);
          request.onerror = () => fail(request.error);
        });
      } finally {
        db.close();
      }
    };
    return {
      get: () => within("readonly", (s) => s.get(key)),
      put: (bytes, original) => within("readwrite", (s) => s.put({ bytes, original }, key)),
      remove: () => within("readwrite", (s) => s.delete(key)),
      /** lock reserves the key for this tab until it leaves the page, and reports whether no other tab has it. */
      lock: () => new Promise((done, fail) => {
        if (!navigator.locks) return done(true); // without https
        navigator.locks.request("krigo " + key, { ifAvailable: true }, (lock) => {
          done(Boolean(lock));
          return lock && new Promise(() => {});
        }).catch(fail);
      }).catch(() => true), // a page of a disk may have no locks
    };
  })();
  window.krigoKept.get().then((kept) => {
    if (!kept) return;
    const note = make("p", { className: "krigo-kept" });
    note.append(kept.original === data.original ? "You changed these cells in this browser. " : "You changed an earlier version of these cells in this browser. ",
      make("button", { type: "button", textContent: "Show my version", onclick: () => begin("", true) }), " ",
      make("button", { type: "button", textContent: "Discard my changes", onclick: () => window.krigoKept.remove().then(() => note.remove()) }));
    document.querySelector("main").prepend(note);
  }, () => {});
})();
