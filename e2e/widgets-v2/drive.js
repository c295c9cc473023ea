// Drives the controls of package widget in ipywidgets 7 and 8: see README.md.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import puppeteer from "puppeteer-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const home = mkdtempSync(join(tmpdir(), "krigo-widgets-"));

// cell makes every control, each with a handler, and something that is redrawn.
const cell = `heard := 0
slider := widget.Float("slider", 0, 1).Value(0.5)
log := widget.Float("log", 0.01, 100).Value(1).Log()
whole := widget.Int("whole", 0, 9).Value(4)
ends := widget.Range("ends", 0, 10).Value(2, 8)
tick := widget.Bool("tick")
list := widget.Choice("list", "SE", "Matern32", "Matern52")
text := widget.Text("text").Value("a")
play := widget.Play("play", 0, 50).Interval(20 * time.Millisecond)
again := widget.Button("again").OnClick(func() { heard++ })
widget.Show(func() any { return fmt.Sprint("drawn at ", slider.Get()) }, slider, log, whole, ends, tick, list, text, play, again)`;

// handle is the end of a slider that has the keyboard, of edition 8 and of 7.
const handle = ".noUi-handle, .ui-slider-handle";

// moves are the user's actions on each control: the class of its view, the element that
// has the keyboard, keys, and what Go is to print about the control then.
const moves = [
  ["slider", handle, 0, ["ArrowRight"], /^slider = 0\.51 /],
  ["log", handle, 1, ["ArrowRight", "ArrowRight"], /^log = 1\.2\d* /],
  ["whole", handle, 2, ["ArrowLeft"], /^whole = 3 /],
  ["ends", handle, 3, ["ArrowRight"], /^ends = 2\.1 to 8 /],
  ["ends", handle, 4, ["ArrowLeft"], /^ends = 2\.1 to 7\.9 /],
  ["tick", ".widget-checkbox input", 0, ["Space"], /^tick = true/],
  ["list", ".widget-dropdown select", 0, ["ArrowDown"], /^list = Matern32 /],
  ["text", ".widget-text input", 0, ["End", "b", "Enter"], /^text = "ab"/],
  ["again", ".widget-button", 0, ["Enter"], /^again = a button, clicked once/],
  ["play", ".widget-play button", 0, ["Enter"], /^play = [1-9]/],
];

let failed = 0;
function check(ok, what, got) {
  if (!ok) failed++;
  console.log(ok ? "ok  " : "FAIL", what, ok ? "" : `(got ${JSON.stringify(got)})`);
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// until asks until the answer is right, for some seconds, and returns the last answer.
async function until(right, ask) {
  let got;
  for (let i = 0; i < 100; i++) {
    got = await ask();
    if (right(got)) return got;
    await sleep(100);
  }
  return got;
}

// amd loads what a module of jQuery UI asks for by AMD alone.
const amd = {
  name: "amd",
  setup: (build) => build.onLoad({ filter: /jquery-ui.ui.*\.js$/ }, ({ path }) => {
    const text = readFileSync(path, "utf8");
    const [, wanted] = /define\(\s*\[([^\]]*)\]/.exec(text) ?? ["", ""];
    return { contents: [...wanted.matchAll(/"([^"]+)"/g)].map(([name]) => `require(${name});`).join("") + text };
  }),
};

// listening is a server of pages on a port of its own.
async function listening(serve) {
  const server = createServer(serve);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

async function freePort() {
  const server = await listening();
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

async function build() {
  const bundle = await esbuild.build({
    entryPoints: [join(here, "page.js")], bundle: true, write: false, outdir: home, format: "iife", logLevel: "error",
    loader: Object.fromEntries(["svg", "png", "woff", "woff2", "ttf", "eot", "gif"].map((e) => [`.${e}`, "dataurl"])),
    define: { "process.env.NODE_ENV": '"production"', global: "window" }, inject: [join(here, "globals.js")], plugins: [amd],
  });
  const files = { "/": ["text/html", `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/page.css"><body><script src="/page.js"></script>`] };
  for (const f of bundle.outputFiles) {
    files[f.path.endsWith(".css") ? "/page.css" : "/page.js"] = [f.path.endsWith(".css") ? "text/css" : "text/javascript", f.text];
  }
  return listening((request, response) => {
    const [type, body] = files[request.url.split("?")[0]] ?? ["text/plain", ""];
    response.writeHead(body ? 200 : 404, { "Content-Type": `${type}; charset=utf-8` }).end(body);
  });
}

// startJupyter installs krigo in a home of its own and starts Debian's server there.
async function startJupyter() {
  const krigo = join(home, "krigo");
  const env = { HOME: home, PATH: process.env.PATH, LANG: "C.UTF-8", JUPYTER_DATA_DIR: join(home, "data"), JUPYTER_RUNTIME_DIR: join(home, "run") };
  execFileSync("go", ["build", "-o", krigo, "./cmd/krigo"], { cwd: root, stdio: "inherit" });
  execFileSync(krigo, ["install", "--user"], { env });
  const jupyter = spawn("/usr/bin/jupyter-notebook", ["--no-browser", "--ip=127.0.0.1", `--port=${await freePort()}`, "--allow-root",
    "--NotebookApp.allow_origin=*", "--NotebookApp.use_redirect_file=False"], { cwd: home, env, stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((found, lost) => {
    let log = "";
    jupyter.stderr.on("data", (text) => {
      log += text;
      const m = /(http:\/\/(?:127\.0\.0\.1|localhost):\d+\/)\?token=(\w+)/.exec(log);
      if (m) found([m[1].replace("localhost", "127.0.0.1"), m[2]]);
    });
    jupyter.on("exit", () => lost(new Error(log)));
  });
  return { jupyter, address };
}

async function newPage(browser, url, problems) {
  const page = await browser.newPage();
  await page.setViewport({ width: 900, height: 900 });
  page.on("pageerror", (e) => { problems.push(String(e)); console.error(e); });
  await page.goto(url);
  return page;
}

const run = (page, code) => page.evaluate((code) => window.page.run(code), code);
const open = (page, ...args) => page.evaluate((...args) => window.page.open(...args), ...args);
const show = (page, id) => page.evaluate((id) => window.page.show(id), id);
const readout = (page) => page.evaluate(() => document.querySelector(".widget-readout")?.textContent);

// told returns, in a page, the text shown next to controls.
const told = () => [...document.querySelectorAll(".widget-html")].filter((e) => e.offsetHeight > 0).map((e) => e.textContent).join();

// press presses keys on an element.
async function press(page, selector, nth, keys) {
  await page.evaluate((selector, nth) => document.querySelectorAll(selector)[nth].focus(), selector, nth);
  for (const key of keys) await page.keyboard.press(key);
}

async function drive(browser, url, [server, token], edition) {
  const problems = [];
  const page = await newPage(browser, url, problems);
  const id = await open(page, server, token, edition);
  await run(page, cell);
  const [root] = await page.evaluate(() => window.page.shown());
  const views = await page.evaluate(() => [...document.querySelectorAll(".widget-slider, .widget-checkbox, .widget-dropdown, .widget-text, .widget-play, .widget-button")]
    .filter((e) => e.offsetHeight > 0).length);
  check(views >= 10, `${edition}: every control is shown`, views);

  const second = await newPage(browser, url, problems);
  await open(second, server, token, edition, id);
  await show(second, root);
  await page.bringToFront(); // a page behind another paints nothing
  for (const [name, selector, nth, keys, want] of moves) {
    await press(page, selector, nth, keys);
    const got = await until((got) => want.test(got), () => run(page, `fmt.Print(${name}.String())`));
    check(want.test(got), `${edition}: ${name} moved by keyboard arrives in Go`, got);
  }
  const drawn = await run(page, `fmt.Print(heard)`);
  check(drawn === "1", `${edition}: the button's handler was called once`, drawn);
  const echoed = await until((got) => got === "0.51", () => readout(second));
  check(echoed === "0.51", `${edition}: a second page hears of the slider`, echoed);
  await run(page, `slider.Set(0.25)`);
  for (const [which, p] of [["first", page], ["second", second]]) {
    const got = await until((got) => got === "0.25", () => readout(p));
    check(got === "0.25", `${edition}: Set moves the slider of the ${which} page`, got);
  }
  await page.screenshot({ path: join(tmpdir(), `krigo-widgets-${edition}.png`) });

  await page.reload();
  await open(page, server, token, edition, id);
  await show(page, root);
  const kept = await readout(page);
  check(kept === "0.25", `${edition}: a page that is loaded again has the value`, kept);
  await press(page, moves[0][1], 0, ["ArrowLeft"]);
  const moved = await until((got) => got.startsWith("slider = 0.24 "), () => run(page, `fmt.Print(slider.String())`));
  check(moved.startsWith("slider = 0.24 "), `${edition}: and moves it`, moved);

  await run(page, "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)");
  const line = await until((got) => got.includes("run the cell again"), () => page.evaluate(told));
  check(line.includes("run the cell again"), `${edition}: after the death of the worker controls say so`, line);
  await page.screenshot({ path: join(tmpdir(), `krigo-widgets-${edition}-ended.png`) });
  check(problems.length === 0, `${edition}: the pages threw nothing`, problems);
  await Promise.all([page.close(), second.close()]);
}

// saved runs the cell without a front end, and looks what its notebook shows.
async function saved(browser, url, edition) {
  const [path, to] = [join(home, "cell.ipynb"), join(home, "saved.ipynb")];
  writeFileSync(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [
    { cell_type: "code", id: "cell", metadata: {}, source: cell, outputs: [], execution_count: null }] }));
  execFileSync(join(home, "krigo"), ["run", path, "-p", "slider=0.75", "-o", to], { stdio: "ignore" });
  const notebook = JSON.parse(readFileSync(to, "utf8"));
  const id = notebook.cells[0].outputs[0].data["application/vnd.jupyter.widget-view+json"].model_id;
  const problems = [];
  const page = await newPage(browser, url, problems);
  await page.evaluate((...args) => window.page.saved(...args), notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"], edition, id);
  const [value, line] = [await readout(page), await page.evaluate(told)];
  check(value === "0.75", `${edition}: a notebook of krigo run has the value that -p gave`, value);
  check(line.includes("run the cell again"), `${edition}: and says how its controls come to life`, line);
  check(problems.length === 0, `${edition}: its page threw nothing`, problems);
  await page.screenshot({ path: join(tmpdir(), `krigo-widgets-${edition}-saved.png`) });
  await page.close();
}

const pages = await build();
const { jupyter, address } = await startJupyter();
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"], protocolTimeout: 20_000 });
try {
  const only = process.argv[2];
  for (const edition of only ? [Number(only)] : [7, 8]) {
    const url = `http://127.0.0.1:${pages.address().port}/`;
    await drive(browser, url, address, edition);
    await saved(browser, url, edition);
  }
} finally {
  await browser.close();
  jupyter.kill("SIGTERM");
  pages.close();
  rmSync(home, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
