// A page with a kernel, and Jupyter's widgets of an edition. drive.js calls what it puts
// into window.page.
import * as base from "@jupyter-widgets/base";
import * as base7 from "@jupyter-widgets/base7";
import * as controls from "@jupyter-widgets/controls";
import * as controls7 from "@jupyter-widgets/controls7";
import { HTMLManager } from "@jupyter-widgets/html-manager/lib/htmlmanager";
import { KernelManager, ServerConnection } from "@jupyterlab/services";
import "@jupyter-widgets/controls/css/labvariables.css";
import "@jupyter-widgets/controls/css/widgets-base.css";

const viewType = "application/vnd.jupyter.widget-view+json";

// editions are the modules that a front end of an edition has.
const editions = {
  7: { "@jupyter-widgets/base": base7, "@jupyter-widgets/controls": controls7 },
  8: { "@jupyter-widgets/base": base, "@jupyter-widgets/controls": controls },
};

// Saved is a manager of widgets without a kernel, as pages of notebooks have it.
class Saved extends HTMLManager {
  constructor(edition) {
    super();
    this.modules = editions[edition];
  }

  async loadClass(name, module) {
    return this.modules[module][name];
  }
}

// Live is a manager of widgets with a kernel's comms.
class Live extends Saved {
  constructor(kernel, edition) {
    super(edition);
    this.kernel = kernel;
    kernel.registerCommTarget(this.comm_target_name, (comm, message) =>
      this.handle_comm_open(new base.shims.services.Comm(comm), message));
  }

  async _create_comm(target, id, data, metadata, buffers) {
    const comm = this.kernel.createComm(target, id);
    if (data || metadata) comm.open(data, metadata, buffers);
    return new base.shims.services.Comm(comm);
  }

  async _get_comm_info() {
    const reply = await this.kernel.requestCommInfo({ target_name: this.comm_target_name });
    return reply.content.comms ?? {};
  }

  async restore() { await this._loadFromKernel(); }
}

let kernel, manager;
const shown = []; // the ids of the models that were shown
const texts = []; // what cells printed and showed

async function show(id) {
  shown.push(id);
  const model = await manager.get_model(id);
  const box = document.createElement("div");
  document.body.append(box);
  await manager.display_view(manager.create_view(model), box);
}

window.page = {
  // open starts a kernel, or joins one by its id, and returns its id.
  async open(server, token, edition, id) {
    const settings = ServerConnection.makeSettings({
      baseUrl: server, wsUrl: server.replace("http", "ws"), token, appendToken: true, fetch: window.fetch, WebSocket: window.WebSocket,
    });
    const kernels = new KernelManager({ serverSettings: settings });
    kernel = id ? kernels.connectTo({ model: { id, name: "krigo" } }) : await kernels.startNew({ name: "krigo" });
    await kernel.info;
    manager = new Live(kernel, edition);
    await manager.restore();
    return kernel.id;
  },

  // run runs a cell and returns what it printed. Models are shown.
  async run(code) {
    const from = texts.length;
    const future = kernel.requestExecute({ code });
    const views = [];
    future.onIOPub = ({ header, content }) => {
      if (header.msg_type === "stream") texts.push(content.text);
      if (header.msg_type === "error") texts.push(`${content.ename}: ${content.evalue}`);
      const data = content.data ?? {};
      if (data[viewType]) views.push(data[viewType].model_id);
      else if (data["text/plain"]) texts.push(data["text/plain"]);
    };
    await future.done;
    for (const id of views) await show(id);
    return texts.slice(from).join("");
  },

  // saved shows a model of those that a notebook holds.
  async saved(state, edition, id) {
    manager = new Saved(edition);
    await manager.set_state(state);
    await show(id);
  },

  show,
  shown: () => shown,
};
