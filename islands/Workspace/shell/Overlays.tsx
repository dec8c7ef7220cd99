import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { withStyles } from "../../_runtime/withStyles.ts";
import type { Tab } from "../tabs.tsx";
import { keepTyped } from "./finder/keepTyped.ts";
import { useHeader } from "./useHeader.ts";
import { useKeys } from "./useKeys.ts";

const PersonMenu = lazy(() => withStyles("overlays", () => import("./PersonMenu.tsx")));
const Finder = lazy(() => withStyles("overlays", () => import("./finder/Finder.tsx")));
const KeyList = lazy(() => withStyles("overlays", () => import("./KeyList.tsx")));

/** What the header and the keys open over the workspace: the person's menu, find or do, the list of keys. */
export function Overlays({ tabs }: { tabs: readonly Tab[] }) {
  const [shown, setShown] = useState<"" | "finder" | "keys">("");
  const typed = useRef<(() => string) | null>(null);
  const takeTyped = useCallback(() => {
    const text = typed.current?.() ?? "";
    typed.current = null;
    return text;
  }, []);
  const find = useCallback(() => {
    typed.current ??= keepTyped(() => {
      takeTyped();
      setShown("");
    });
    setShown("finder");
  }, [takeTyped]);
  const help = useCallback(() => setShown("keys"), []);
  const close = useCallback(() => setShown(""), []);
  const person = useHeader(find);
  useKeys({ onFind: find, onHelp: help });
  return (
    <Suspense fallback={null}>
      {person === null
        ? null
        : createPortal(<PersonMenu button={person.button} onKeys={help} />, person.place)}
      {shown === "finder" ? <Finder tabs={tabs} takeTyped={takeTyped} onKeys={help} onClose={close} /> : null}
      {shown === "keys" ? <KeyList onClose={close} /> : null}
    </Suspense>
  );
}
