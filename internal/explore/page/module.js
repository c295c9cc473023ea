// The WebAssembly module: where a page has it, unpacked once, and run once for all figures.
//
// A page has it in one of these forms, none of which is read before it is needed:
//   <script type="application/json" id="krigo-module">{"worker": "...", "wasm": "..."}</script>
//     in the page, which works from a file: the text of the worker, and the module, gzipped, in base64;
//   <script id="krigo-module" type="text/plain" data-src="krigo-module.js"></script>
//     in a script of its own, for many pages, which calls krigoModule with the same object;
//   served: addresses of the worker and of the gzipped module, or a function that gets that object, as
//     arguments.

/** unpack returns the content of gzipped bytes. @param {BodyInit} packed */
export async function unpack(packed) {
  const opened = new Response(packed).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(opened).arrayBuffer();
}

/** bytes reads base64. */
async function bytes(base64) {
  const text = atob(base64), data = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) data[i] = text.charCodeAt(i);
  return data;
}

/** embedded returns the object of a page, or of the script that it names. */
function embedded() {
  const el = document.getElementById("krigo-module");
  if (!el) throw new Error("this page has no WebAssembly module");
  if (!el.dataset.src) return JSON.parse(el.textContent);
  return new Promise((resolve, reject) => {
    globalThis.krigoModule = resolve;
    const script = document.createElement("script");
    script.onerror = () => reject(new Error("the file " + el.dataset.src + " is missing"));
    script.src = el.dataset.src;
    document.head.append(script);
  });
}

/** find returns the worker of a page and the module, unpacked. */
async function find(served) {
  if (served && typeof served !== "function") {
    const answer = await fetch(served.wasm);
    if (!answer.ok) throw new Error("the server has no WebAssembly module");
    return { worker: served.worker, wasm: await unpack(await answer.arrayBuffer()) };
  }
  const { worker, wasm } = await (served || embedded)();
  return { worker: URL.createObjectURL(new Blob([worker], { type: "text/javascript" })), wasm: await unpack(await bytes(wasm)) };
}

let running = null;

/**
 * run returns a worker that runs the module; it is the same for all who ask.
 * @param {{worker: string, wasm: string} | (() => Promise<{worker: string, wasm: string}>)} [served] where the page has none of them
 * @returns {Promise<Worker>}
 */
export function run(served) {
  running ??= start(served).catch((error) => {
    running = null; // the next touch tries again
    throw error;
  });
  return running;
}

async function start(served) {
  const { worker: address, wasm } = await find(served);
  const worker = new Worker(address);
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.error ? reject(new Error(data.error)) : resolve(data);
    worker.onerror = (e) => reject(new Error(e.message || "the worker does not start"));
    worker.postMessage({ wasm }, [wasm]);
  });
  worker.onerror = worker.onmessage = null;
  return worker;
}
