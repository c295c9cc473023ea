"use strict";
// The page's colours as chosen, before anything is painted: a script that waits for
// nothing, and no module.
(() => {
  const key = "krigo:theme";
  const read = () => { try { return localStorage.getItem(key) || "auto"; } catch { return "auto"; } };
  const apply = (theme) => { document.documentElement.dataset.theme = theme; };
  window.krigoTheme = {
    read,
    set(theme) { try { localStorage.setItem(key, theme); } catch { /* not kept */ } apply(theme); },
  };
  addEventListener("storage", (e) => { if (e.key === key) apply(read()); });
  apply(read());
})();
