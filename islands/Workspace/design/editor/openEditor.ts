import type { QueryClient } from "@tanstack/react-query";
import type { Texts } from "../../../../contract/texts/language.ts";
import { designTexts } from "../../../../contract/texts/workspace/design/design.ts";
import { queries } from "../../../_data/queries.ts";
import { withStyles } from "../../../_runtime/withStyles.ts";
import type { EditorPort, EditorTheme } from "../engine/EditorPort.ts";
import { mailPartsPath } from "../engine/mailPartsPath.ts";
import { allMergeTags } from "../engine/settings/mergeTags.ts";
import { openUnlayer, type UnlayerFailure } from "../unlayer/openUnlayer.ts";

/** An editor, and if Unlayer's was wanted but is not available, the reason. */
export type OpenedEditor = { port: EditorPort; failure: UnlayerFailure | null };

type Wanted = {
  theme: EditorTheme;
  /** The design to start with, called once the editor is ready. */
  design: () => unknown;
  /** The element for the built-in editor's tools, in the same bar as the actions for the mail. */
  tools: () => HTMLElement | null;
  unlayerProjectId: number | undefined;
  /** The query cache, because the editor is a React root of its own and should not load anything twice. */
  client: QueryClient;
  /** The language, for the same reason. */
  texts: Texts;
};

/**
 * Opens Unlayer's editor if the installation is set up for it and it can be loaded, else the built-in one. `holder`
 * returns null once no editor is wanted any more; then the result is null too.
 */
export async function openEditor(
  holder: () => HTMLElement | null,
  { theme, design, tools, unlayerProjectId, client, texts }: Wanted,
): Promise<OpenedEditor | null> {
  let failure: UnlayerFailure | null = null;
  if (unlayerProjectId !== undefined) {
    // Its merge fields cannot be changed while it is open. If custom fields cannot be loaded, it opens without them.
    const fields = await client.fetchQuery(queries.fields()).catch(() => []);
    const place = placeIn(holder());
    if (place === null) return null;
    const opened = await openUnlayer(place, {
      design: design(),
      theme,
      projectId: unlayerProjectId,
      texts,
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
    // The next attempt loads it again.
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
