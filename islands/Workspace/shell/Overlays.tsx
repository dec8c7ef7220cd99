import { useCallback, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { later } from "../../_parts/later.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import type { Tab } from "../tabs.tsx";
import { keepTyped } from "./finder/keepTyped.ts";
import { useHeader } from "./useHeader.ts";
import { useKeys } from "./useKeys.ts";

const PersonMenu = later(() => withStyles("overlays", () => import("./PersonMenu.tsx")), { isQuiet: true });
const Finder = later(() => withStyles("overlays", () => import("./finder/Finder.tsx")), {
  closing: ({ onClose }) => onClose,
});
const KeyList = later(() => withStyles("overlays", () => import("./KeyList.tsx")), {
  closing: ({ onClose }) => onClose,
});

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
    <>
      {person === null
        ? null
        : createPortal(<PersonMenu button={person.button} onKeys={help} />, person.place)}
      {shown === "finder" ? <Finder tabs={tabs} takeTyped={takeTyped} onKeys={help} onClose={close} /> : null}
      {shown === "keys" ? <KeyList onClose={close} /> : null}
    </>
  );
}
