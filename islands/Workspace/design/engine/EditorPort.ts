import type { Design } from "../../../../mail/design/design.ts";

export type EditorTheme = "light" | "dark";

/** What the Design tab asks of an editor, whichever it is. */
export type EditorPort = {
  load(design: Design): void;
  /** Light and dark are Unlayer's `modern_light` and `modern_dark`; nothing unsaved is lost by changing. */
  setTheme(theme: EditorTheme): void;
  getDesign(): Design;
  /** Hears every change; answers how to stop hearing. */
  onDirty(listener: (design: Design) => void): () => void;
  /** The design as a mail, drawn and cleaned by the server. */
  export(): Promise<{ design: Design; html: string }>;
  /** Goes to a block or a row, where the editor can. */
  select?(id: string): void;
  close(): void;
};
