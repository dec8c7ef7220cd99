import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import type { Texts } from "../../../../contract/texts/language.ts";
import { readDesign } from "../../../../mail/design/design.ts";
import { numbered } from "../../../../mail/design/numbered.ts";
import { emptyDesign } from "../../../../mail/design/palette.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { TextsContext } from "../../../_data/useTexts.ts";
import type { EditorPort, EditorTheme } from "./EditorPort.ts";
import { type EditorHandle, EmailEditor } from "./EmailEditor.tsx";

/** Mounts the built-in editor in an element, behind the same port as Unlayer's editor. */
export function mountEmbedded(
  element: HTMLElement,
  {
    design,
    tools,
    theme,
    client,
    texts,
  }: {
    design: unknown;
    /** Where its tools are rendered; above the mail if null. */
    tools: HTMLElement | null;
    theme: EditorTheme;
    client: QueryClient;
    texts: Texts;
  },
): EditorPort {
  let current = readDesign(design) ?? emptyDesign();
  // Who takes back everything is told of the very design that was opened, which is how it counts as saved.
  let opened = { read: current, given: design };
  let editor: EditorHandle | undefined;
  const listeners = new Set<(design: unknown) => void>();
  const root = createRoot(element, { identifierPrefix: "editor" });
  const port: EditorPort = {
    load(next) {
      current = readDesign(next) ?? emptyDesign();
      opened = { read: current, given: next };
      editor?.load(current);
    },
    setTheme(next) {
      element.dataset.appearance = `modern_${next}`;
    },
    getDesign: () => numbered(current),
    onDirty(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async export() {
      const finished = numbered(current);
      const { html } = await browserClient("POST /templates/render", { body: { design: finished } });
      return { design: finished, html };
    },
    select: (blockId) => editor?.select(blockId),
    // React forbids this while the page around it is being rendered.
    close: () => queueMicrotask(() => root.unmount()),
  };
  port.setTheme(theme);
  root.render(
    <TextsContext value={texts}>
      <QueryClientProvider client={client}>
        <EmailEditor
          first={current}
          tools={tools}
          onReady={(handle) => {
            editor = handle;
          }}
          onChange={(changed) => {
            current = changed;
            const told = changed === opened.read ? opened.given : changed;
            for (const listener of listeners) listener(told);
          }}
        />
      </QueryClientProvider>
    </TextsContext>,
  );
  return port;
}
