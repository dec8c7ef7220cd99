import type { Texts } from "../../../../contract/texts/language.ts";
import type { EditorPort, EditorTheme } from "../engine/EditorPort.ts";
import type { MergeTag } from "../engine/settings/mergeTags.ts";
import { loadUnlayer, type UnlayerEnding } from "./loadUnlayer.ts";

export type UnlayerFailure = Exclude<UnlayerEnding, "ready">;

/** Unlayer's editor in an element, or why it is not there. Most of its code comes once theirs is there. */
export async function openUnlayer(
  element: HTMLElement,
  options: {
    design: unknown;
    theme: EditorTheme;
    projectId: number;
    texts: Texts;
    tags: readonly MergeTag[];
  },
): Promise<EditorPort | UnlayerFailure> {
  const ending = await loadUnlayer();
  if (ending !== "ready") return ending;
  const { mountUnlayer } = await import("./mountUnlayer.tsx");
  return (await mountUnlayer(element, options)) ?? "timeout";
}
