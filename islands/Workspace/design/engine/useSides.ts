import { type RefObject, useEffect } from "react";
import { useSetting } from "../../../_data/setting.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { asksForLink } from "./text/linkKey.ts";

const both = ["palette", "settings"] as const;
type Side = (typeof both)[number];
export type Sides = ReturnType<typeof useSides>;

/** Which of the sidebars are folded away. The browser remembers it. */
export function useSides(frame: RefObject<HTMLElement | null>) {
  const [remembered, remember] = useSetting("editorSides");
  // A phone has room either for the mail or for the palette, and people come for the mail.
  const isNarrow = useMedia("(width < 45rem)");
  const folded = remembered === "" && isNarrow ? "palette" : remembered;
  const isShown = (side: Side) => !folded.split(" ").includes(side);
  const [palette, settings] = [isShown("palette"), isShown("settings")];
  const keep = (shown: Record<Side, boolean>) =>
    remember(both.filter((side) => !shown[side]).join(" ") || "none");

  useEffect(() => {
    const element = frame.current;
    // The settings contain the field for a link's address.
    const unfold = () => remember(palette ? "none" : "palette");
    element?.addEventListener(asksForLink, unfold);
    return () => element?.removeEventListener(asksForLink, unfold);
  }, [frame, palette, remember]);

  useEffect(() => {
    // Control or Command with a backslash folds both sides or unfolds both. If somebody has just opened a mail, or pressed
    // beside it, nothing has the focus, but the key is still meant for the mail.
    const fold = (event: KeyboardEvent) => {
      if (event.key !== "\\" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (frame.current?.offsetParent == null || document.querySelector("dialog:modal") !== null) return;
      event.preventDefault();
      remember(palette || settings ? both.join(" ") : "none");
    };
    document.addEventListener("keydown", fold);
    return () => document.removeEventListener("keydown", fold);
  }, [frame, palette, settings, remember]);

  return {
    palette,
    settings,
    toggle: (side: Side) => keep({ palette, settings, [side]: !isShown(side) }),
  };
}
