import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useSetting } from "../../../_data/setting.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { asksForLink } from "./text/linkKey.ts";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "defaultPrevented" | "preventDefault">;
type Side = "palette" | "settings";
export type Sides = ReturnType<typeof useSides>;

/** What stands beside the mail, and can be folded away wholly; the browser remembers it. */
export function useSides(frame: RefObject<HTMLElement | null>) {
  const [remembered, remember] = useSetting("editorSides");
  // A telephone has room for the mail or for what goes into it: the mail is what one came for.
  const isNarrow = useMedia("(width < 720px)");
  const folded = remembered === "" && isNarrow ? "palette" : remembered;
  const isShown = (side: Side) => !folded.split(" ").includes(side);
  const [palette, settings] = [isShown("palette"), isShown("settings")];
  const keep = (shown: Record<Side, boolean>) =>
    remember((["palette", "settings"] as const).filter((side) => !shown[side]).join(" ") || "none");

  useEffect(() => {
    const element = frame.current;
    // Where a link leads is asked in the settings.
    const unfold = () => remember(palette ? "none" : "palette");
    element?.addEventListener(asksForLink, unfold);
    return () => element?.removeEventListener(asksForLink, unfold);
  }, [frame, palette, remember]);

  /** Control or Command with a backslash folds both, or brings both back; answers whether it was that. */
  const foldByKey = (event: Pressed): boolean => {
    if (event.key !== "\\" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return false;
    event.preventDefault();
    const shown = !(palette || settings);
    keep({ palette: shown, settings: shown });
    return true;
  };
  const latest = useRef(foldByKey);
  useEffect(() => {
    latest.current = foldByKey;
  });
  useEffect(() => {
    // Whoever has just opened a mail, or pressed beside it, has the focus nowhere: the key is still about the mail that is seen.
    const hear = (event: globalThis.KeyboardEvent) => {
      const isSeen = frame.current?.offsetParent != null && document.querySelector("dialog:modal") === null;
      if (isSeen) latest.current(event);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [frame]);

  return {
    palette,
    settings,
    toggle: (side: Side) => keep({ palette, settings, [side]: !isShown(side) }),
    foldByKey,
  };
}
