import { lazy, Suspense, useCallback, useState } from "react";
import { createPortal } from "react-dom";
import { withStyles } from "../../_runtime/withStyles.ts";
import type { Tab } from "../tabs.tsx";
import { useHeader } from "./useHeader.ts";
import { useKeys } from "./useKeys.ts";

const PersonMenu = lazy(() => withStyles("overlays", () => import("./PersonMenu.tsx")));
const Finder = lazy(() => withStyles("overlays", () => import("./finder/Finder.tsx")));
const KeyList = lazy(() => withStyles("overlays", () => import("./KeyList.tsx")));

/** What the header and the keys open over the workspace: the person's menu, find or do, the list of keys. */
export function Overlays({ tabs }: { tabs: readonly Tab[] }) {
  const [shown, setShown] = useState<"" | "finder" | "keys">("");
  const find = useCallback(() => setShown("finder"), []);
  const help = useCallback(() => setShown("keys"), []);
  const close = useCallback(() => setShown(""), []);
  const person = useHeader(find);
  useKeys({ onFind: find, onHelp: help });
  return (
    <Suspense fallback={null}>
      {person === null
        ? null
        : createPortal(<PersonMenu button={person.button} onKeys={help} />, person.place)}
      {shown === "finder" ? <Finder tabs={tabs} onKeys={help} onClose={close} /> : null}
      {shown === "keys" ? <KeyList onClose={close} /> : null}
    </Suspense>
  );
}
