// The service worker of a site with cells: it keeps what pages have loaded, so that they open without a network. Files
// with a hash in their name never change; of all others the network's version comes first.
"use strict";
const store = "krigo-pages";
const hashed = /\/krigo-[0-9a-f]{16}\.(js|wasm\.(gz|br))$/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (e) => e.waitUntil(clients.claim()));
addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin || /\.wasm\./.test(url.pathname)) return; // load.js keeps modules
  e.respondWith(hashed.test(url.pathname) ? keptFirst(e.request) : networkFirst(e.request));
});

async function keptFirst(request) {
  return await caches.match(request) || fetchAndKeep(request);
}

async function networkFirst(request) {
  try {
    return await fetchAndKeep(request);
  } catch (e) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw e;
  }
}

async function fetchAndKeep(request) {
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) {
    const cache = await caches.open(store);
    await cache.put(request, answer.clone());
  }
  return answer;
}
