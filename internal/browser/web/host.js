// Runs the module in a Web Worker: as the front process, which the page starts, or as the worker that runs cells, which
// the front starts through the page. The module finds what it needs in the object krigo. In JupyterLite the front is a
// kernel, which has messages instead of a notebook.

const folders = ["/tmp", "/home"];

addEventListener("message", ({ data }) => {
  if (data.start) start(data.start);
});

/** start runs the module. A worker gets a port to its session, the front talks with the page. */
async function start({ module, docs, args, files, folder, port }) {
  if (files instanceof Map) for (const [path, data] of files) krigoFiles.put(path, data);
  else krigoFiles.fill(files);
  for (const path of folders) if (!krigoFiles.root.kids.has(path.slice(1))) krigoFiles.put(path + "/.keep", new Uint8Array(0));
  krigoFiles.install();
  krigoFiles.process.chdir(folder);
  globalThis.krigo = { written: krigoFiles.written, take: krigoFiles.take, ...(port ? workerSide(port) : frontSide(module, folder)) };
  if (docs) krigo.documentation = () => documentation(docs);
  const go = new Go();
  go.argv = ["krigo", ...args];
  go.env = { HOME: "/home", TMPDIR: "/tmp", GOTRACEBACK: "single", GODEBUG: "tracebacklabels=1" };
  let code = 0;
  go.exit = (status) => { code = status; };
  let broken = "";
  try {
    await go.run(await WebAssembly.instantiate(module, go.importObject));
  } catch (e) {
    code = 2;
    broken = `fatal error: ${e}\n`;
  }
  const end = { code, stdout: krigoFiles.text(1), stderr: krigoFiles.text(2) + broken };
  if (port) port.postMessage({ end });
  else postMessage({ end });
}

/** documentation returns the documentation of packages, of packed bytes or of an address, which the browser may keep. */
async function documentation(docs) {
  let answer = new Response(docs);
  if (typeof docs === "string") {
    answer = await globalThis.caches?.match(docs).catch(() => null) || await fetch(docs);
    if (!answer.ok) throw new Error(`${docs}: ${answer.status} ${answer.statusText}`);
  }
  return new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** workerSide is what a worker needs: the port to its session. */
function workerSide(port) {
  krigoFiles.onchange = (change) => port.postMessage({ change });
  const parent = {
    post: (bytes) => port.postMessage(bytes, bytes ? [bytes.buffer] : []),
    kill() {},
    listen() {
      port.onmessage = ({ data }) => data?.change ? krigoFiles.repeat(data.change) : parent.onbytes(data);
    },
  };
  return { parent };
}

/** frontSide is what the front needs: a way to start workers, and to talk with the page. */
function frontSide(module, folder) {
  let spawned = 0;
  /** The ports of workers that live. @type {Set<MessagePort>} */
  const ports = new Set();
  /** What ends a worker that did not end itself. @type {Map<number, (end: object) => void>} */
  const ends = new Map();
  const repeated = (change) => { for (const port of ports) port.postMessage({ change }); };
  krigoFiles.onchange = repeated;
  /** put writes a file here and in the workers. It returns why it cannot be written, or "". */
  const put = ({ path, data }) => {
    try {
      krigoFiles.put(path, data).forEach(repeated);
      return "";
    } catch (e) {
      if (!e.code) throw e;
      return { ENOTDIR: "a part of its path is a file", EISDIR: "a folder has its path" }[e.code] ?? e.code;
    }
  };
  const side = {
    hear: (event, visit) => postMessage({ event, visit }),
    cut: (visit) => postMessage({ cut: visit }),
    ready: () => postMessage({ ready: true }),
    send: (packet) => postMessage({ packet }, packet.buffers.map((b) => b.buffer)),
    spawn() {
      const id = ++spawned, { port1: port, port2 } = new MessageChannel();
      const worker = {
        post: (bytes) => port.postMessage(bytes, bytes ? [bytes.buffer] : []),
        kill() {
          postMessage({ kill: id });
          setTimeout(() => end({ code: 137, stdout: "", stderr: "" }));
        },
        listen() {
          port.onmessage = ({ data }) => {
            if (data?.change) krigoFiles.repeat(data.change);
            else if (data?.end) end(data.end);
            else worker.onbytes(data);
          };
        },
      };
      const end = ({ code, stdout, stderr }) => {
        if (!ends.delete(id)) return;
        ports.delete(port);
        port.close();
        postMessage({ kill: id });
        worker.onend(code, stdout, stderr);
      };
      ports.add(port);
      ends.set(id, end);
      postMessage({ spawn: { id, start: { module, args: ["worker"], files: krigoFiles.root, folder, port: port2 } } }, [port2]);
      return worker;
    },
  };
  addEventListener("message", ({ data }) => {
    if (data.operation) krigo.do(data.operation);
    if (data.enter) krigo.enter();
    if (data.packet) krigo.receive(data.packet);
    if (data.died) ends.get(data.died.id)?.({ code: 2, stdout: "", stderr: `fatal error: ${data.died.text}\n` });
    if (data.put) postMessage({ answer: { seq: data.seq, error: put(data.put) } });
    if (data.save) {
      const saved = krigo.save();
      if (saved instanceof Error) postMessage({ answer: { seq: data.seq, error: saved.message } });
      else postMessage({ answer: { seq: data.seq, bytes: saved } }, [saved.buffer]);
    }
  });
  return side;
}
