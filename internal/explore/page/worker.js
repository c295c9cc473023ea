// The worker that runs the module. Go's wasm_exec.js precedes it.
"use strict";
{
  /** start runs the module, whose main function sets krigoAnswer. */
  const start = async (wasm) => {
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(wasm, go.importObject);
    go.run(instance).then(() => postMessage({ error: "the module has ended" }));
  };
  onmessage = async ({ data }) => {
    if (data.wasm) {
      await start(data.wasm).then(() => postMessage({}), (error) => postMessage({ error: String(error) }));
      return;
    }
    try {
      postMessage({ id: data.id, answer: krigoAnswer(data.question) });
    } catch (error) {
      postMessage({ id: data.id, answer: JSON.stringify({ error: String(error) }) });
    }
  };
}
