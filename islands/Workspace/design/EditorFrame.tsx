import { useEffect, useRef, useState } from "react";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import type { EditorPort, EditorTheme } from "./engine/EditorPort.ts";
import { loadMailParts } from "./engine/loadMailParts.ts";

/** Loads an editor when a design is first opened, and tells what is done in it. */
export function EditorFrame({
  design,
  onPort,
  onDirty,
}: {
  /** What to begin with; a later one is loaded through the port. */
  design: unknown;
  onPort: (port: EditorPort | null) => void;
  onDirty: (design: unknown) => void;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [turn, setTurn] = useState(0);
  const latest = useRef({ design, onPort, onDirty });
  useEffect(() => {
    latest.current = { design, onPort, onDirty };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn tries again.
  useEffect(() => {
    let port: EditorPort | undefined;
    let gone = false;
    const open = async () => {
      await loadMailParts();
      const { mountEmbedded } = await import("./engine/mountEmbedded.tsx");
      if (gone || holder.current === null) return;
      // A root is made in an element of its own: React would find an earlier one in a reused element.
      const place = document.createElement("div");
      holder.current.replaceChildren(place);
      port = mountEmbedded(place, { design: latest.current.design, theme: currentTheme() });
      port.onDirty((changed) => latest.current.onDirty(changed));
      latest.current.onPort(port);
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
    setTurn((count) => count + 1);
  };
  return (
    <>
      {state === "failed" ? (
        <Notice status="failed">
          The editor could not be loaded. Your template is untouched. <Button onClick={retry}>Retry</Button>
        </Notice>
      ) : null}
      {state === "loading" ? <SkeletonRows rows={6} /> : null}
      <div ref={holder} />
    </>
  );
}

function currentTheme(): EditorTheme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "dark" || chosen === "light") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function watchTheme(heard: (theme: EditorTheme) => void): () => void {
  const observer = new MutationObserver(() => heard(currentTheme()));
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
