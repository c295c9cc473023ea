// Figures of package widget in JupyterLab and Notebook 7: drawn from the models that krigo's kernel opens, by the script
// that its own pages have (drawing.js), computed by the kernel or by its WebAssembly module, and kept in the notebook.

const FIGURE = "application/vnd.krigo.explore+json";
const STATES = "application/vnd.jupyter.widget-state+json"; // of models, in the section widgets of a notebook's metadata
const version = new URL(import.meta.url).search;
const beside = (name) => new URL(name + version, import.meta.url).href;

/** dress gets the style of figures. */
function dress() {
	const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: beside("figures.css") });
	document.head.append(link);
	return new Promise((resolve) => {
		link.onload = link.onerror = resolve;
	});
}

const longest = 5000; // ms that a question waits for a kernel, before the module answers instead

let drawing = null;

/** load gets the script that draws figures, once, when the style is there. */
function load() {
	drawing ??= Promise.all([import(beside("drawing.js")), dress()]).then(([library]) => library);
	return drawing;
}

/** sorted returns a value of JSON whose objects have their keys in order. */
const sorted = (v) => JSON.stringify(v, (_, x) => x?.constructor === Object ? Object.fromEntries(Object.entries(x).sort(([a], [b]) => a < b ? -1 : 1)) : x);

/** The models of a notebook's figures: those that the kernel has, and those that the file keeps. */
class Models {
	constructor(context, getModule) {
		this.context = context;
		this.getModule = getModule;
		this.states = new Map(); // that the kernel or a reader has set, by the id of the model
		this.file = {}; // the models that the file has, or had before another extension wrote its models
		this.links = new Map(); // to models of the kernel, by id: the comm, and the questions about it
		this.views = new Map(); // functions that get a state, by id
		this.isSaving = false;
		const { sessionContext: session, model, saveState, ready } = context;
		session.kernelChanged.connect((_, { newValue }) => this.meet(newValue));
		this.meet(session.session?.kernel);
		saveState.connect((_, step) => this.save(step));
		ready.then(() => this.read());
		model.metadataChanged.connect((_, { key }) => {
			if (!this.isSaving) this.read();
			else if (key === "widgets") this.write(); // another extension has written it
		});
	}

	/** meet follows a kernel from its start to its end, also when it is restarted. */
	meet(kernel) {
		this.kernel = kernel;
		this.leave();
		if (!kernel) return;
		let restarts = false;
		kernel.registerCommTarget("krigo.figure", (comm, { content }) => {
			this.states.set(comm.commId, content.data.state);
			this.follow(kernel, comm);
			this.show(comm.commId);
		});
		kernel.statusChanged.connect((_, status) => {
			if (this.kernel !== kernel) return;
			if (/restarting|terminating|dead/.test(status)) {
				restarts = true;
				this.leave();
			} else if (restarts && /starting|idle|busy/.test(status)) {
				restarts = false;
				this.greet(kernel);
			}
		});
		kernel.connectionStatusChanged.connect((_, status) => {
			if (status !== "connected" || !restarts) return;
			restarts = false;
			this.greet(kernel);
		});
		this.greet(kernel);
	}

	greet(kernel) { this.invite(kernel).catch((error) => console.warn("krigo: no figures of this kernel:", error)); }

	/** invite asks a kernel of krigo's for figures, and for the models that it has. */
	async invite(kernel) {
		const { specsManager } = this.context.sessionContext;
		await specsManager.ready;
		const { metadata } = specsManager.specs?.kernelspecs[kernel.name] ?? {};
		if (kernel.isDisposed || !kernel.handleComms || !metadata?.krigo) return;
		kernel.createComm("krigo.front").open({ explore: true });
		const { content } = await kernel.requestCommInfo({ target_name: "krigo.figure" });
		for (const id of Object.keys(content.comms ?? {})) {
			if (kernel.hasComm(id)) continue;
			const comm = kernel.createComm("krigo.figure", id);
			this.follow(kernel, comm);
			comm.send({ method: "request_state" });
		}
	}

	/** follow hears what the kernel says of a model. */
	follow(kernel, comm) {
		const id = comm.commId, link = { comm, questions: null };
		this.links.set(id, link);
		comm.onClose = () => this.unlink(id);
		comm.onMsg = ({ content: { data }, parent_header: { session } }) => {
			const isOurs = data.method === "echo_update" && session === kernel.clientId;
			if (data.method === "custom") link.questions?.hear(data.content);
			else if (data.state && !isOurs) this.change(id, data.state);
		};
	}

	/** link returns the comm to a model of a kernel that runs, or undefined. */
	link(id) {
		const link = this.links.get(id);
		return link?.comm.isDisposed ? undefined : link;
	}

	unlink(id) {
		this.links.get(id)?.questions?.end();
		this.links.delete(id);
	}

	leave() {
		for (const id of [...this.links.keys()]) this.unlink(id);
	}

	/** state returns the state of a model, or undefined. */
	state(id) { return this.states.get(id) ?? this.file[id]?.state; }

	/** saved returns the models in the metadata of the notebook. */
	saved() { return this.context.model.getMetadata("widgets")?.[STATES]?.state ?? {}; }

	/** read takes the models of the file, which may have been loaded again. */
	read() {
		for (const [id, m] of Object.entries(this.saved())) {
			if (!m.state?._krigo || JSON.stringify(m) === JSON.stringify(this.file[id])) continue;
			this.file[id] = m;
			if (!this.links.has(id)) this.states.delete(id);
			this.show(id);
		}
	}

	/** change takes what is new of a state: a figure that is told what it shows would compute. */
	change(id, changes) {
		const before = this.state(id) ?? {}, news = Object.entries(changes).filter(([key, v]) => sorted(v) !== sorted(before[key]));
		if (news.length === 0) return;
		this.states.set(id, { ...before, ...Object.fromEntries(news) });
		this.show(id);
	}

	/** move takes what a view has changed. */
	move(id, changes) {
		this.change(id, changes);
		this.context.model.dirty = true;
		this.link(id)?.comm.send({ method: "update", state: changes, buffer_paths: [] });
	}

	/** ask asks the kernel of a model. */
	async ask(id, question) {
		const { Questions } = await load(), link = this.link(id);
		if (!link) throw Object.assign(new Error("run the cell again"), { gone: true });
		link.questions ??= new Questions();
		return link.questions.ask((content) => {
			link.comm.send({ method: "custom", content });
			return new Promise((resolve) => setTimeout(resolve, longest)); // the link ends with the kernel
		}, question);
	}

	show(id) {
		for (const view of this.views.get(id) ?? []) view(this.state(id));
	}

	/** watch has a view get the states of a model; it returns a function that ends this. */
	watch(id, view) {
		if (!this.views.has(id)) this.views.set(id, new Set());
		this.views.get(id).add(view);
		return () => this.views.get(id).delete(view);
	}

	/** save has the file keep the models that outputs show, and no others of krigo's. */
	save(step) {
		this.isSaving = step === "started";
		if (this.isSaving) this.write();
	}

	write() {
		const { model } = this.context, models = {}, before = this.saved();
		for (const [id, m] of Object.entries(before)) if (!m.state?._krigo) models[id] = m;
		for (const id of this.shown()) {
			const state = this.state(id);
			if (state) models[id] = { model_name: state._model_name, model_module: state._model_module, model_module_version: state._model_module_version, state };
		}
		if (JSON.stringify(models) === JSON.stringify(before)) return;
		const { [STATES]: _, ...section } = model.getMetadata("widgets") ?? {};
		if (Object.keys(models).length > 0) section[STATES] = { version_major: 2, version_minor: 0, state: models };
		if (Object.keys(section).length > 0) model.setMetadata("widgets", section);
		else model.deleteMetadata("widgets");
	}

	/** shown returns the ids of the models that outputs show. */
	*shown() {
		for (const { outputs } of this.context.model.cells) {
			for (let i = 0; i < (outputs?.length ?? 0); i++) {
				const id = outputs.get(i).data?.[FIGURE]?.model_id;
				if (id) yield id;
			}
		}
	}
}

/**
 * figures has the notebooks of a tracker draw figures.
 * @param {() => Promise<{worker: string, wasm: string}>} getModule gets the WebAssembly module of a kernel
 */
export function figures({ Panel, Widget }, tracker, getModule) {
	/** The output of a figure. */
	class View extends Panel {
		constructor(models, rendermime) {
			super();
			Object.assign(this, { models, rendermime });
			this.node.dataset.lmSuppressShortcuts = "true";
		}

		/** renderModel draws an output; it is called again when the output has changed. */
		async renderModel(output) {
			const id = output.data[FIGURE]?.model_id;
			this.output = output;
			if (id === this.id && this.follow) return;
			this.clear();
			this.id = id;
			this.stop = this.models.watch(id, (state) => this.take(state));
			await this.take(this.models.state(id));
		}

		clear() {
			this.stop?.();
			this.figure?.resizing?.disconnect();
			this.figure = this.follow = this.stop = null;
			for (const w of [...this.widgets]) w.dispose();
		}

		/** take shows a state of the model. */
		async take(state) {
			if (this.follow) return this.follow(state);
			const { id } = this, library = state && await load();
			if (this.isDisposed || id !== this.id || this.follow) return;
			const Figure = Object.hasOwn(library?.kinds ?? {}, state?._krigo) ? library.kinds[state._krigo] : null;
			if (!Figure) return this.picture("The numbers of this figure are not in the notebook: run the cell to explore it.");
			try {
				this.draw(library, Figure);
			} catch (error) {
				return this.picture("The figure cannot be explored: " + error.message);
			}
		}

		draw({ keep }, Figure) {
			const { id, models } = this, root = document.createElement("div");
			root.className = "krigo-explore";
			const follow = keep(root, Figure, models.state(id), {
				served: () => models.getModule(models.context),
				kernel: (question) => models.ask(id, question),
				move: (changes) => models.move(id, changes),
			});
			for (const w of [...this.widgets]) w.dispose();
			this.addWidget(new Widget({ node: root }));
			Object.assign(this, { follow, figure: root.figure });
		}

		/** picture shows what readers without this extension see, and why. */
		async picture(why) {
			const { output, rendermime } = this, { [FIGURE]: _, ...data } = output.data;
			const type = rendermime.preferredMimeType(data, output.trusted ? "any" : "ensure");
			for (const w of [...this.widgets]) w.dispose();
			const note = document.createElement("p");
			note.className = "krigo-figure-note";
			note.textContent = why;
			const picture = type && rendermime.createRenderer(type);
			if (picture) this.addWidget(picture);
			this.addWidget(new Widget({ node: note }));
			await picture?.renderModel(output);
		}

		dispose() {
			if (!this.isDisposed) this.clear();
			super.dispose();
		}
	}

	const known = new WeakMap(); // models by the context of the notebook, which several panels may show
	const draw = ({ context, content: { rendermime } }) => {
		if (!known.has(context)) known.set(context, new Models(context, getModule));
		rendermime.addFactory({ safe: true, mimeTypes: [FIGURE], createRenderer: () => new View(known.get(context), rendermime) }, -20);
	};
	tracker.widgetAdded.connect((_, panel) => draw(panel));
	tracker.forEach(draw);
}
