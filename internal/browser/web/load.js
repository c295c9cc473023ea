// Finds, unpacks, keeps and compiles a WebAssembly module. It knows nothing of what the module does.

/**
 * A module's places: text is its gzip in base64, where the page holds that itself; else one of the files is fetched,
 * the first that the browser unpacks, such as {br: "krigo.wasm.br", gzip: "krigo.wasm.gz"}.
 * @typedef {{text?: string, files?: {br?: string, gzip?: string}, size: number}} Places
 */

const store = "krigo-modules";

/**
 * loadModule returns a compiled module. Progress is called with bytes read and all bytes, of the packed file.
 * @param {Places} places
 * @param {(read: number, all: number) => void} progress
 * @returns {Promise<WebAssembly.Module>}
 */
async function loadModule(places, progress) {
  if (places.text) return compile(unpacked(new Blob([decoded(places.text)]).stream(), "gzip"));
  const format = places.files.br && unpacks("brotli") ? "brotli" : "gzip";
  const address = new URL(format === "brotli" ? places.files.br : places.files.gzip, document.baseURI).href;
  const kept = await keep();
  const known = await kept?.match(address);
  if (known) return compile(known.body);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  const [now, later] = unpacked(counted(answer.body, places.size, progress), format).tee();
  const [module] = await Promise.all([compile(now), put(kept, address, later)]);
  return module;
}

/** unpacks reports whether the browser unpacks a format. */
function unpacks(format) {
  try {
    return Boolean(new DecompressionStream(format));
  } catch {
    return false;
  }
}

const unpacked = (stream, format) => stream.pipeThrough(new DecompressionStream(format));

/** compile compiles while the bytes come. */
function compile(stream) {
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

function decoded(text) {
  const chars = atob(text), bytes = new Uint8Array(chars.length);
  for (let i = 0; i < chars.length; i++) bytes[i] = chars.charCodeAt(i);
  return bytes;
}

/** counted passes a stream on and tells how much of it has come. */
function counted(stream, all, progress) {
  let read = 0;
  return stream.pipeThrough(new TransformStream({
    transform(chunk, to) {
      read += chunk.length;
      progress(read, Math.max(read, all));
      to.enqueue(chunk);
    },
  }));
}

/** keep opens the store of unpacked modules: none where the browser has none, as for files and without https. */
async function keep() {
  try {
    return await caches.open(store);
  } catch {
    return null;
  }
}

/** put keeps a module, instead of others of the same folder. Where there is no room for it, it is loaded again next time. */
async function put(kept, address, stream) {
  try {
    if (!kept) return await stream.cancel();
    const folder = new URL(".", address).href;
    for (const { url } of await kept.keys()) if (url !== address && url.startsWith(folder)) await kept.delete(url);
    await kept.put(address, new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
  } catch (e) {
    console.warn("the module is not kept:", e);
  }
}
