import type { Design } from "../../../../mail/design/design.ts";

export type EditorTheme = "light" | "dark";

/** The interface of both editors for the Design tab. */
export type EditorPort = {
  load(design: Design): void;
  /** Light and dark are Unlayer's `modern_light` and `modern_dark`; nothing unsaved is lost by changing. */
  setTheme(theme: EditorTheme): void;
  getDesign(): Design;
  /** Listens for changes; returns a function that stops listening. */
  onDirty(listener: (design: unknown) => void): () => void;
  /** The design as a mail, rendered and cleaned by the server. */
  export(): Promise<{ design: Design; html: string }>;
  /** Selects a block or a row, if the editor supports that. */
  select?(id: string): void;
  close(): void;
};
