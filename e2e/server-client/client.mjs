// Drives krigo notebook by JupyterLab's own client library. See README.md.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const { KernelMessage, ServerConnection, ServiceManager } = require("@jupyterlab/services");
const WebSocket = require("ws");

const top = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const lesson = "01-first-fit.ipynb";

let passed = 0;
let failed = 0;

/** Counts and prints a check. */
function check(about, ok, value) {
  ok ? passed++ : failed++;
  console.log(`${ok ? "ok  " : "FAIL"} ${about}${value === undefined ? "" : ": " + value}`);
}

/** Starts a server of a new folder, and gives its address and token. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), "krigo-client-"));
  cpSync(join(top, "notebooks", lesson), join(folder, lesson));
  symlinkSync("/etc", join(folder, "etc"));
  const began = performance.now();
  const server = spawn(process.env.KRIGO ?? join(top, "bin", "krigo"), ["notebook", "--no-browser", "--port", "0"], { cwd: folder });
  server.stderr.on("data", (text) => process.stderr.write(text));
  const address = await new Promise((resolve, reject) => {
    let told = "";
    server.stdout.on("data", (text) => {
      const found = /(http:\S+)\?token=(\S+)/.exec((told += text));
      if (found) resolve(found);
    });
    server.on("exit", () => reject(new Error("the server has ended: " + told)));
  });
  return { server, folder, base: address[1], token: address[2], ms: performance.now() - began };
}

/** The status of a request whose path and headers go out as they are. */
function status(base, path, headers, method = "GET") {
  const at = new URL(base);
  return new Promise((resolve, reject) => {
    request({ host: at.hostname, port: at.port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject).end();
  });
}

/** Runs a cell, and gives its reply and what it showed. */
async function run(kernel, code, options = {}) {
  const shown = [];
  const future = kernel.requestExecute({ code, ...options });
  future.onIOPub = (message) => shown.push(message);
  if (options.answer) {
    future.onStdin = (message) => {
      if (KernelMessage.isInputRequestMsg(message)) kernel.sendInputReply({ status: "ok", value: options.answer }, message.header);
    };
  }
  const reply = await future.done;
  const of = (type) => shown.filter((m) => m.header.msg_type === type).map((m) => m.content);
  return { reply: reply.content, of, text: of("stream").map((c) => c.text).join("") };
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function contents(manager, folder) {
  const { contents } = manager;
  const list = await contents.get("");
  check("a folder is listed, without links that leave it", list.content.map((f) => f.name).join() === lesson, list.content.map((f) => f.name));
  const nb = await contents.get(lesson);
  check("a notebook is read, its texts whole", nb.content.cells.every((c) => typeof c.source === "string"), nb.content.cells.length + " cells");
  nb.content.cells[0].source += "\nMore.";
  await contents.save("copy.ipynb", { type: "notebook", format: "json", content: nb.content });
  const kept = JSON.parse(readFileSync(join(folder, "copy.ipynb")));
  check("a notebook is saved as Jupyter writes it", kept.cells[0].source.at(-1) === "More." && kept.nbformat === 4);
  const point = await contents.createCheckpoint("copy.ipynb");
  await contents.save("copy.ipynb", { type: "file", format: "text", content: "broken" });
  await contents.restoreCheckpoint("copy.ipynb", point.id);
  check("a checkpoint is restored", JSON.parse(readFileSync(join(folder, "copy.ipynb"))).cells.length === nb.content.cells.length);
  const fresh = await contents.newUntitled({ type: "notebook" });
  await contents.rename("copy.ipynb", "renamed.ipynb");
  const copy = await contents.copy("renamed.ipynb", "");
  for (const path of ["renamed.ipynb", fresh.path, copy.path]) await contents.delete(path);
  check("new, renamed, copied, deleted", (await contents.get("")).content.length === 1, [fresh.path, copy.path]);
}

async function cells(kernel) {
  let r = await run(kernel, "x := 6 * 7\nx");
  check("a cell runs", r.reply.status === "ok" && r.of("execute_result")[0]?.data["text/plain"] === "42");
  const times = [];
  for (let i = 0; i < 200; i++) {
    const began = performance.now();
    await run(kernel, "x + 1");
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  check("200 cells, one after the other", true, `median ${times[100].toFixed(2)} ms, 95 % ${times[190].toFixed(2)} ms`);
  r = await run(kernel, "y := 1 +");
  check("an error is told", r.reply.status === "error" && r.of("error").length === 1, r.reply.ename);
  const completion = await kernel.requestComplete({ code: "gplib.Ne", cursor_pos: 8 });
  check("completion", completion.content.matches.includes("NewData"), completion.content.matches);
  const found = await kernel.requestInspect({ code: "gplib.NewData", cursor_pos: 13, detail_level: 0 });
  check("documentation", found.content.found);
  const endless = kernel.requestExecute({ code: "for { }" });
  await sleep(300);
  const began = performance.now();
  await kernel.interrupt();
  const ended = await endless.done;
  check("an endless loop is interrupted", ended.content.ename === "Interrupt", `${(performance.now() - began).toFixed(0)} ms`);
  r = await run(kernel, 'name := input("who? ")\nfmt.Println("hello", name)', { allow_stdin: true, answer: "gopher" });
  check("a question is answered", r.text === "hello gopher\n", r.text.trim());
  const back = new Promise((resolve) => {
    kernel.registerCommTarget("krigo.test", (comm) => {
      comm.onMsg = resolve;
      comm.send({ n: 1 }, undefined, [new Uint8Array([1, 2, 3, 4]).buffer]);
    });
  });
  await run(kernel, 'c := display.OpenComm("krigo.test", map[string]any{})\nc.OnMessage(func(d map[string]any) { c.SendBuffers(map[string]any{"echo": d["n"]}, c.Buffers()...) })');
  const message = await Promise.race([back, sleep(120000)]);
  check("a comm with buffers, both ways", message?.content.data.echo === 1 && message.buffers[0].byteLength === 4);
}

async function cuts(kernel) {
  const future = kernel.requestExecute({ code: "for i := range 12 {\n\tfmt.Println(i)\n\ttime.Sleep(100 * time.Millisecond)\n}" });
  let text = "";
  future.onIOPub = (m) => { if (m.header.msg_type === "stream") text += m.content.text; };
  await sleep(350);
  kernel._ws.terminate(); // as a network that breaks
  const reply = await Promise.race([future.done, sleep(120000)]);
  check("a cut while a cell prints loses nothing", reply?.content.status === "ok" && text === [...Array(12).keys()].join("\n") + "\n", text.split("\n").length - 1 + " lines");
  const states = [];
  kernel.statusChanged.connect((_, s) => states.push(s));
  await kernel.restart();
  const r = await run(kernel, "x");
  check("a restarted kernel has forgotten", r.reply.status === "error", r.reply.evalue);
  check("and was not taken for one that died", !states.includes("autorestarting"), states);
}

async function refusals(base, token) {
  const known = { Authorization: "token " + token };
  for (const path of ["/api/contents/../../etc/passwd", "/api/contents/%2e%2e/etc/passwd", "/api/contents/..%2fetc%2fpasswd", "/api/contents/.hidden", "/api/contents/etc/passwd"]) {
    const got = await status(base, path, known);
    check("refused: " + path, got >= 300 && got < 500, got);
  }
  check("refused: no token", (await status(base, "/api/kernels", {})) === 403);
  check("refused: a wrong token", (await status(base, "/api/kernels", { Authorization: "token x" })) === 403);
  check("refused: a name of others that leads here", (await status(base, "/api/kernels", { ...known, Host: "evil.example" })) === 403);
  check("refused: a page of others", (await status(base, "/api/kernels", { ...known, Origin: "http://evil.example" })) === 403);
}

const { server, folder, base, token, ms } = await start();
try {
  check("the address is told", true, ms.toFixed(0) + " ms after the start");
  const settings = ServerConnection.makeSettings({
    baseUrl: base, wsUrl: base.replace("http", "ws"), token, WebSocket, fetch, Request, Headers, appendToken: true,
  });
  const manager = new ServiceManager({ serverSettings: settings, standby: "never" });
  await manager.ready;
  check("the services are ready", manager.kernelspecs.specs.default === "krigo");
  await contents(manager, folder);
  const session = await manager.sessions.startNew({ path: lesson, name: lesson, type: "notebook", kernel: { name: "krigo" } });
  const again = await manager.sessions.findByPath(lesson);
  check("a session starts, and is found by its path", again?.id === session.id);
  const info = await session.kernel.info;
  check("the kernel tells what it is", info.language_info.name === "go", info.banner.slice(0, 11));
  await cells(session.kernel);
  await cuts(session.kernel);
  await refusals(base, token);
  await session.shutdown();
  check("the session ends, with its kernel", (await (await fetch(base + "api/kernels", { headers: { Authorization: "token " + token } })).json()).length === 0);
} finally {
  server.kill("SIGINT");
  const ended = await new Promise((resolve) => server.on("exit", resolve));
  check("Ctrl-C ends the server", ended === 130, ended);
  rmSync(folder, { recursive: true });
}
console.log(`${passed} of ${passed + failed} checks passed`);
process.exit(failed ? 1 : 0);
