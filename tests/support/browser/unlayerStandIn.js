// What Unlayer's script does, as far as our port asks for it: an editor in a frame that is ready a little later, with
// the design in it, events by name, and callbacks for what is asked of the frame.
(() => {
  const editors = [];
  window.unlayer = {
    editors,
    createEditor(config) {
      const listeners = {};
      let design = { body: { rows: [], values: {} } };
      const holder = document.getElementById(config.id);
      if (holder === null) throw new Error(`no element #${config.id}`);
      const frame = document.createElement("iframe");
      frame.title = "Unlayer";
      holder.append(frame);
      const tell = (name, data) => {
        for (const listener of listeners[name] ?? []) listener(data);
      };
      const editor = {
        config,
        themes: [config.appearance.theme],
        destroyed: false,
        addEventListener: (name, listener) => {
          listeners[name] = [...(listeners[name] ?? []), listener];
          // The real frame takes seconds; nobody is told before they listen.
          if (name === "editor:ready" && !window.unlayerNeverReady) setTimeout(listener);
        },
        loadDesign: (next) => {
          design = structuredClone(next);
        },
        saveDesign: (callback) => setTimeout(() => callback(structuredClone(design))),
        exportHtml: (callback) =>
          setTimeout(() => callback({ design: structuredClone(design), html: "<p>Drawn by Unlayer</p>" })),
        setTheme: (theme) => editor.themes.push(theme),
        destroy: () => {
          editor.destroyed = true;
          frame.remove();
        },
        // What a person does in the frame.
        edit: (change) => {
          change(design);
          tell("design:updated", { type: "content:modified" });
        },
        design: () => design,
      };
      editors.push(editor);
      return editor;
    },
  };
})();
