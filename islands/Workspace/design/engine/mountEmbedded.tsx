import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import type { Texts } from "../../../../contract/texts/language.ts";
import { type Design, readDesign } from "../../../../mail/design/design.ts";
import { numbered } from "../../../../mail/design/numbered.ts";
import { emptyDesign } from "../../../../mail/design/palette.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { TextsContext } from "../../../_data/useTexts.ts";
import type { EditorPort, EditorTheme } from "./EditorPort.ts";
import { type EditorHandle, EmailEditor } from "./EmailEditor.tsx";

/** Puts the embedded editor into an element, behind the port that Unlayer's own editor stands behind too. */
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
    /** Where its tools have their place; above the mail where there is none. */
    tools: HTMLElement | null;
    theme: EditorTheme;
    client: QueryClient;
    texts: Texts;
  },
): EditorPort {
  let current = readDesign(design) ?? emptyDesign();
  let editor: EditorHandle | undefined;
  const listeners = new Set<(design: Design) => void>();
  const root = createRoot(element, { identifierPrefix: "editor" });
  const port: EditorPort = {
    load(next) {
      current = readDesign(next) ?? emptyDesign();
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
    // Not while the page around it is being drawn: React forbids that.
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
            for (const listener of listeners) listener(changed);
          }}
        />
      </QueryClientProvider>
    </TextsContext>,
  );
  return port;
}
