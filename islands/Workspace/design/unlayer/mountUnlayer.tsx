import { createRoot } from "react-dom/client";
import { type EditorRef, EmailEditor } from "react-email-editor";
import { designLimits } from "../../../../contract/limits/design.ts";
import type { Texts } from "../../../../contract/texts/language.ts";
import { type DesignTexts, designTexts } from "../../../../contract/texts/workspace/design/design.ts";
import { type Design, readDesign } from "../../../../mail/design/design.ts";
import { emptyDesign } from "../../../../mail/design/palette.ts";
import type { EditorPort, EditorTheme } from "../engine/EditorPort.ts";
import type { MergeTag } from "../engine/settings/mergeTags.ts";
import { unlayerScript } from "./loadUnlayer.ts";

type Unlayer = NonNullable<EditorRef["editor"]>;
type UnlayerDesign = Parameters<Unlayer["loadDesign"]>[0];

/**
 * Puts Unlayer's own editor into an element, behind the same port as ours. Its script must be there already.
 * @returns null where the editor did not become ready in time; nothing of it is left then.
 */
export function mountUnlayer(
  element: HTMLElement,
  {
    design,
    texts,
    ...how
  }: { design: unknown; theme: EditorTheme; projectId: number; texts: Texts; tags: readonly MergeTag[] },
): Promise<EditorPort | null> {
  const root = createRoot(element, { identifierPrefix: "unlayer" });
  const options = unlayerOptions({ ...how, texts: texts(designTexts) });
  // Not while the page around it is being drawn: React forbids that.
  const close = () => queueMicrotask(() => root.unmount());
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      close();
      resolve(null);
    }, designLimits.unlayerMs);
    const ready = (editor: Unlayer) => {
      clearTimeout(timer);
      resolve(portOf(editor, { first: readDesign(design) ?? emptyDesign(), close }));
    };
    root.render(
      <div className="unlayer">
        <EmailEditor scriptUrl={unlayerScript} options={options} minHeight="70dvh" onReady={ready} />
      </div>,
    );
  });
}

function portOf(editor: Unlayer, { first, close }: { first: Design; close: () => void }): EditorPort {
  let current = first;
  const listeners = new Set<(design: Design) => void>();
  const exported = () =>
    new Promise<{ design: Design; html: string }>((resolve) =>
      editor.exportHtml((data) => {
        current = readDesign(data.design) ?? current;
        resolve({ design: current, html: data.html });
      }),
    );
  const load = (design: Design) => {
    current = design;
    // Unlayer's own types know only its own blocks; ours are kept as they came.
    editor.loadDesign(design as unknown as UnlayerDesign);
  };
  editor.addEventListener("design:updated", () =>
    editor.saveDesign((saved) => {
      current = readDesign(saved) ?? current;
      for (const listener of listeners) listener(current);
    }),
  );
  load(first);
  return {
    load,
    setTheme: (theme) => editor.setTheme(`modern_${theme}`),
    getDesign: () => current,
    onDirty(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Unlayer's own HTML, which is kept as it is. */
    export: exported,
    close,
  };
}

const samples: Record<string, string> = {
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  phone: "555 0100",
  unsubscribeUrl: "https://example.com/unsubscribe",
};

/** What Unlayer's editor is made with: the same at every render, for a changed option destroys it with its work. */
function unlayerOptions({
  projectId,
  theme,
  tags,
  texts,
}: {
  projectId: number;
  theme: EditorTheme;
  tags: readonly MergeTag[];
  texts: DesignTexts;
}) {
  return {
    projectId,
    displayMode: "email" as const,
    appearance: { theme: `modern_${theme}` as const },
    mergeTags: Object.fromEntries(
      tags.map(({ field, name }) => [
        field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        { name, value: `{{${field}}}`, sample: samples[field] ?? "" },
      ]),
    ),
    specialLinks: {
      unsubscribe: { name: texts.unsubscribe, href: "{{unsubscribeUrl}}", target: "_blank" },
    },
  };
}
