// The page of a notebook that krigo serves.

import { base } from "./dom.js";
import { open } from "./app.js";

const path = location.pathname.slice(`${base}/notebooks/`.length);

/** folder returns the address of the list that the notebook is in. */
const folder = () => base + (path.includes("/") ? "/tree/" + path.replace(/\/[^/]*$/, "") : "/");

open({
  key: base + path,
  address: `${location.origin.replace(/^http/, "ws")}${base}/room/${path}`,
  open() {
    const socket = new WebSocket(this.address);
    // A browser may keep the page for the way back, and would keep the connection: the visitor seems to be here.
    addEventListener("pagehide", () => socket.close(), { once: true });
    return socket;
  },
  async locked() {
    const answer = await fetch(base + "/static/icon.svg", { cache: "no-store" }).catch(() => null);
    return answer?.status === 403;
  },
}, {
  name: decodeURIComponent(path.split("/").pop()),
  formats: ["html", "go", "ipynb"],
  exported: (format) => `${base}/export/${path}?format=${format}`,
  list: () => { location.href = folder(); },
});
