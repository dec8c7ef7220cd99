import { useQueryClient } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { TextsContext, useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { EditorPort, EditorTheme } from "../engine/EditorPort.ts";
import { type OpenedEditor, openEditor } from "./openEditor.ts";

/** Loads an editor when a design is first opened, and reports its changes. */
export function EditorFrame({
  design,
  tools,
  onPort,
  onDirty,
}: {
  /** The design to start with; later ones are loaded through the port. */
  design: unknown;
  /** Where the editor may put its tools. */
  tools: () => HTMLElement | null;
  onPort: (port: EditorPort | null) => void;
  onDirty: (design: unknown) => void;
}) {
  const texts = useTexts(templateTexts);
  const { unlayerProjectId } = useWorkspace().person;
  const client = useQueryClient();
  const speak = useContext(TextsContext);
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [failure, setFailure] = useState<OpenedEditor["failure"]>(null);
  const [turn, setTurn] = useState(0);
  const latest = useRef({ design, tools, onPort, onDirty });
  useEffect(() => {
    latest.current = { design, tools, onPort, onDirty };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn tries again.
  useEffect(() => {
    let port: EditorPort | undefined;
    let gone = false;
    const open = async () => {
      const opened = await openEditor(() => (gone ? null : holder.current), {
        theme: currentTheme(),
        design: () => latest.current.design,
        tools: () => latest.current.tools(),
        unlayerProjectId,
        client,
        texts: speak,
      });
      if (opened === null) return;
      if (gone) return opened.port.close();
      port = opened.port;
      port.setTheme(currentTheme());
      port.onDirty((changed) => latest.current.onDirty(changed));
      latest.current.onPort(port);
      setFailure(opened.failure);
      setState("ready");
    };
    open().catch(() => !gone && setState("failed"));
    const stopWatching = watchTheme((theme) => port?.setTheme(theme));
    return () => {
      gone = true;
      stopWatching();
      latest.current.onPort(null);
      port?.close();
    };
  }, [turn]);

  const retry = () => {
    setState("loading");
    setFailure(null);
    setTurn((count) => count + 1);
  };
  return (
    <>
      {state === "failed" ? (
        <Notice status="failed">
          {texts.editor.failed}
          <Button onClick={retry}>{texts.editor.retry}</Button>
        </Notice>
      ) : null}
      {failure === null ? null : (
        <Notice status="uncertain">
          {texts.editor.builtInInstead(texts.editor.unlayerFailures[failure])}{" "}
          <Button onClick={retry}>{texts.editor.retry}</Button>
        </Notice>
      )}
      {state === "loading" ? <SkeletonRows rows={6} /> : null}
      <div ref={holder} className="editor-holder" />
    </>
  );
}

/** The current theme of the page. */
function currentTheme(): EditorTheme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "dark" || chosen === "light") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Listens for changes of the theme; returns a function that stops listening. */
function watchTheme(heard: (theme: EditorTheme) => void): () => void {
  const observer = new MutationObserver(() => heard(currentTheme()));
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
