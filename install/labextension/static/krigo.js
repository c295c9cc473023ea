// Formats the Go of notebooks by krigo's kernel, indents it by tabs, keeps the modules of sessions in the
// metadata of notebooks, and draws figures (figures.js), in JupyterLab and Notebook 7.
//
// A prebuilt extension that is not built: JupyterLab loads this script, lends it modules by init, and
// gets the plugin by get, as from a container of webpack's module federation.
(() => {
	"use strict";
	const GO = "text/x-go";
	const FIGURES = new URL("figures.js?v=0.0.0", document.currentScript?.src ?? location).href;
	let modules; // of JupyterLab: for each name, its versions

	// load returns a module of JupyterLab, in the version that the page uses.
	async function load(name) {
		const versions = Object.values(modules[name]);
		const version = versions.find((v) => v.loaded) ?? versions[0];
		return (await version.get())();
	}

	// movedCursor returns the place of a cursor after its text was formatted: behind the same character
	// that is not space, and as many lines below that, where there are as many.
	function movedCursor(before, after, cursor) {
		const head = before.slice(0, cursor);
		const [gap] = head.match(/\s*$/);
		let to = 0;
		for (let left = head.replace(/\s/g, "").length; left > 0 && to < after.length; to++) {
			if (/\S/.test(after[to])) left--;
		}
		let lines = gap.split("\n").length - 1;
		while (gap && /\s/.test(after[to] ?? "") && (after[to] !== "\n" || lines-- > 0)) to++;
		return to;
	}

	// replaceSource replaces the text of a cell, as a step of undo of its own.
	function replaceSource(cell, text) {
		const before = cell.model.sharedModel.getSource();
		const cursor = cell.editor?.getOffsetAt(cell.editor.getCursorPosition());
		cell.model.sharedModel.undoManager?.stopCapturing();
		cell.model.sharedModel.setSource(text);
		cell.editor?.setCursorPosition(cell.editor.getPositionAt(movedCursor(before, text, cursor)));
	}

	// ask sends the kernel of a session a request and returns the content of its reply.
	async function ask(sessionContext, KernelMessage, msgType, content) {
		const kernel = sessionContext.session?.kernel;
		const info = await kernel?.info;
		if (info?.implementation !== "krigo") throw new Error("it takes a running kernel Go (krigo)");
		const request = { msgType, channel: "shell", username: kernel.username, session: kernel.clientId, content };
		const reply = await kernel.sendShellMessage(KernelMessage.createMessage(request), true).done;
		if (reply.content.status !== "ok") throw new Error(reply.content.evalue);
		return reply.content;
	}

	// format formats cells of a notebook and returns a line about each that stays as it is because it is
	// not Go. A cell that was changed in the meantime stays as it is, too.
	async function format(KernelMessage, panel, cells) {
		const before = cells.map((c) => c.model.sharedModel.getSource());
		const reply = await ask(panel.sessionContext, KernelMessage, "krigo_format_request", { code: { ...before } });
		cells.forEach((c, i) => {
			const text = reply.code[i] ?? before[i];
			if (text !== before[i] && c.model.sharedModel.getSource() === before[i]) replaceSource(c, text);
		});
		return Object.entries(reply.faults).map(([i, fault]) => `[${cells[i].model.executionCount ?? " "}] ${fault.replace(/^cell:/, "line ")}`);
	}

	// keepModules has the metadata of a notebook hold the go.mod and go.sum that its kernel reports.
	function keepModules(panel) {
		const lines = (text) => text.replace(/\n$/, "").split("\n");
		panel.sessionContext.iopubMessage.connect((_, { header, content }) => {
			if (header.msg_type !== "krigo_modules") return;
			const { modules, ...section } = panel.context.model.getMetadata("krigo") ?? {};
			if (content["go.mod"]) section.modules = { "go.mod": lines(content["go.mod"]), "go.sum": lines(content["go.sum"]) };
			panel.context.model.setMetadata("krigo", section);
		});
	}

	// activate adds the commands, has Go indented by tabs, and modules kept.
	function activate({ KernelMessage, Notification }, app, tracker, palette) {
		const isGo = (cell) => cell?.model.type === "code" && cell.model.mimeType === GO;

		// useTabs is for the cell that users are in, whose language may become known later.
		function useTabs() {
			const cell = tracker.activeCell;
			cell?.model.mimeTypeChanged?.connect(useTabs);
			if (isGo(cell)) cell.updateEditorConfig({ indentUnit: "Tab" });
		}
		tracker.activeCellChanged.connect(useTabs);
		tracker.widgetAdded.connect((_, panel) => keepModules(panel));
		tracker.forEach(keepModules);

		async function formatWhere(chosen) {
			const panel = tracker.currentWidget;
			const cells = panel.content.widgets.filter((c) => isGo(c) && !c.readOnly && chosen(c, panel.content));
			try {
				const faults = await format(KernelMessage, panel, cells);
				if (faults.length > 0) Notification.error(`Not formatted: ${faults.join("\n")}`, { autoClose: 10000 });
			} catch (e) {
				Notification.error(`Go was not formatted: ${e.message}`, { autoClose: 10000 });
			}
		}
		const commands = [
			["krigo:format-cells", "Format Go of Selected Cells", (c, notebook) => notebook.isSelectedOrActive(c)],
			["krigo:format-notebook", "Format Go of All Cells", () => true],
		];
		for (const [command, label, chosen] of commands) {
			app.commands.addCommand(command, {
				label,
				caption: "As gofmt and krigo fmt do",
				isEnabled: () => tracker.currentWidget !== null && tracker.currentWidget === app.shell.currentWidget && isGo(tracker.activeCell),
				isVisible: () => isGo(tracker.activeCell),
				execute: () => formatWhere(chosen),
			});
			palette?.addItem({ command, category: "Notebook Cell Operations" });
		}
	}

	// loadFigures returns what has notebooks draw figures. Without its script they show pictures.
	async function loadFigures(KernelMessage) {
		try {
			const [{ figures }, widgets] = await Promise.all([import(FIGURES), load("@lumino/widgets")]);
			const getModule = async ({ sessionContext }) => (await ask(sessionContext, KernelMessage, "krigo_module_request", {})).module;
			return (tracker) => figures(widgets, tracker, getModule);
		} catch (error) {
			console.warn("krigo: figures stay pictures:", error);
			return () => {};
		}
	}

	async function extension() {
		const [{ INotebookTracker }, { ICommandPalette, Notification }, { KernelMessage }] = await Promise.all(
			["@jupyterlab/notebook", "@jupyterlab/apputils", "@jupyterlab/services"].map(load),
		);
		const drawFigures = await loadFigures(KernelMessage);
		const plugin = {
			id: "krigo:plugin",
			description: "Formats the Go of notebooks, indents it by tabs, keeps the modules of sessions, and draws figures.",
			autoStart: true,
			requires: [INotebookTracker],
			optional: [ICommandPalette],
			activate: (app, tracker, palette) => {
				drawFigures(tracker);
				activate({ KernelMessage, Notification }, app, tracker, palette);
			},
		};
		return () => ({ __esModule: true, default: plugin });
	}

	globalThis._JUPYTERLAB ??= {};
	globalThis._JUPYTERLAB.krigo = {
		init: (scope) => {
			modules = scope;
		},
		get: extension, // of its only module
	};
})();
