import type { QueryClient } from "@tanstack/react-query";
import type { Texts } from "../../../../contract/texts/language.ts";
import { designTexts } from "../../../../contract/texts/workspace/design/design.ts";
import { queries } from "../../../_data/queries.ts";
import { withStyles } from "../../../_runtime/withStyles.ts";
import type { EditorPort, EditorTheme } from "../engine/EditorPort.ts";
import { mailPartsPath } from "../engine/mailPartsPath.ts";
import { allMergeTags } from "../engine/settings/mergeTags.ts";
import type { UnlayerFailure } from "../unlayer/openUnlayer.ts";

/** An editor, and why it is not Unlayer's where that was wanted. */
export type OpenedEditor = { port: EditorPort; failure: UnlayerFailure | null };

type Wanted = {
  theme: EditorTheme;
  /** What to begin with, as it is when the editor is there. */
  design: () => unknown;
  /** Where the built-in editor puts its tools, in one bar with what is done with the mail. */
  tools: () => HTMLElement | null;
  unlayerProjectId: number | undefined;
  /** What was asked of the server: the editor has a root of its own, and asks for nothing twice. */
  client: QueryClient;
  /** The language of whoever edits, for the same reason. */
  texts: Texts;
};

/**
 * Opens Unlayer's editor where the installation wants it and it comes, else the built-in one. `holder` answers null
 * once nobody waits for an editor any more; null is answered then.
 */
export async function openEditor(
  holder: () => HTMLElement | null,
  { theme, design, tools, unlayerProjectId, client, texts }: Wanted,
): Promise<OpenedEditor | null> {
  let failure: UnlayerFailure | null = null;
  if (unlayerProjectId !== undefined) {
    const { openUnlayer } = await import("../unlayer/openUnlayer.ts");
    // Its fields cannot change while it is open. Without the workspace's own it is an editor all the same.
    const fields = await client.fetchQuery(queries.fields()).catch(() => []);
    const place = placeIn(holder());
    if (place === null) return null;
    const opened = await openUnlayer(place, {
      ...{ design: design(), theme, projectId: unlayerProjectId, texts },
      tags: allMergeTags(texts(designTexts).mergeFields, fields),
    });
    if (typeof opened !== "string") return { port: opened, failure: null };
    failure = opened;
  }
  await loadMailParts();
  const { mountEmbedded } = await withStyles(
    ["editor", "engine"],
    () => import("../engine/mountEmbedded.tsx"),
  );
  const place = placeIn(holder());
  return place === null
    ? null
    : { port: mountEmbedded(place, { design: design(), tools: tools(), theme, client, texts }), failure };
}

/** A root is made in an element of its own: React would find an earlier one in a reused element. */
function placeIn(holder: HTMLElement | null): HTMLElement | null {
  if (holder === null) return null;
  const place = document.createElement("div");
  holder.replaceChildren(place);
  return place;
}

let loading: Promise<void> | undefined;

/** Loads the exporters' templates, once. It must be done before anything imports the exporters. */
function loadMailParts(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    // The next try begins afresh.
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<void> {
  // From source, outside of a bundle, the exporters still compile their own.
  if (mailPartsPath === "") return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = mailPartsPath;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("The editor could not be loaded"));
    };
    document.head.append(script);
  });
}
