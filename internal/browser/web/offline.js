// The service worker of a site with cells: pages that readers have begun to run open without a network. cells.js puts them
// and what they load into the store; all else of the folder passes through. Files with a hash in their name never change;
// of pages the network's version comes first.
"use strict";
const store = "krigo-pages";
const hashed = /\/krigo-[0-9a-f]{16}\.(js|docs\.gz)$/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (e) => e.waitUntil(clients.claim()));
addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin || /\.wasm\./.test(url.pathname)) return; // load.js keeps modules
  e.respondWith(hashed.test(url.pathname) ? keptFirst(e) : networkFirst(e));
});

async function keptFirst(e) {
  return await kept(e.request) || keeping(e, await fetch(e.request));
}

async function networkFirst(e) {
  const known = await kept(e.request);
  if (!known) return fetch(e.request);
  const answer = await fetch(e.request).catch(() => null);
  return answer ? keeping(e, answer) : known;
}

/** kept returns what the store has for a request, or undefined. */
async function kept(request) {
  try {
    return await (await caches.open(store)).match(request);
  } catch {
    return undefined; // the browser refuses its store
  }
}

/** keeping returns an answer at once, and puts a copy into the store if that takes it. */
function keeping(e, answer) {
  if (answer.status === 200) {
    const copy = answer.clone();
    e.waitUntil(caches.open(store).then((cache) => cache.put(e.request, copy)).catch(() => {}));
  }
  return answer;
}
