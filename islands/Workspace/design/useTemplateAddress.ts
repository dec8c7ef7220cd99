import { useEffect, useRef } from "react";
import { templateTexts } from "../../../contract/texts/workspace/design/templates.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { addressOf, goTo, readAddress, useAddress } from "../shell/address.ts";
import { usePageTitle } from "../shell/usePageTitle.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { Draft, DraftView } from "./useDraft.ts";

/** Used in place of a template's id for a new template. */
const newKey = "new";

/**
 * Keeps the open template, the page's title and the URL (`#design/<id>`) in sync, so that Back leads to the list and a reload
 * to the same template. `leaveFor` asks before unsaved changes are lost. Returns whether the template in the URL is being loaded.
 */
export function useTemplateAddress(view: DraftView, leaveFor: (go: () => void) => void): boolean {
  const { tab } = useWorkspace();
  const { room } = useTexts(templateTexts);
  usePageTitle(tab === "design" && view.draft !== null ? room.title(view.draft.name) : null);
  const [, id = ""] = useAddress();
  const asked = tab === "design" ? id : null;
  const shown = keyOf(view.draft);
  useShownInAddress(view.draft, asked);

  const before = useRef<string | null>(null);
  const follow = () => {
    const from = before.current;
    before.current = asked;
    if (asked === null || asked === shown) return;
    // Who opens something and leaves it at once has this drawn between the two: the address is right again by now.
    const [, now = ""] = readAddress(window.location.hash.slice(1));
    if (now !== asked) return;
    // Who comes back from another tab finds the work as it was left; what was never saved has nowhere to be read from.
    if ((from === null && asked === "" && view.draft !== null) || asked === newKey) return putRight(shown);
    const go = async () => {
      if (asked === "") view.close();
      else if (!(await view.openById.run(asked))) putRight(shown);
    };
    if (!view.unsaved) return void go();
    // Back has left already: it is undone, and done once somebody has said so.
    history.pushState(null, "", addressTo(shown));
    leaveFor(() => void go());
  };
  const latest = useRef(follow);
  useEffect(() => {
    latest.current = follow;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what is followed, nothing else.
  useEffect(() => latest.current(), [asked]);
  return view.openById.running && asked !== null && asked !== "" && view.draft === null;
}

/** Writes the URL for a template that was opened in another way. */
function useShownInAddress(draft: Draft | null, asked: string | null): void {
  const shown = keyOf(draft);
  const session = draft?.session;
  const before = useRef({ shown, session });
  useEffect(() => {
    const was = before.current;
    before.current = { shown, session };
    if (was.shown === shown || asked === null || asked === shown) return;
    // The same work that was saved under a name: what it was before is nothing to go back to.
    if (was.session === session) putRight(shown);
    else goTo(...partsOf(shown));
  }, [shown, session, asked]);
}

const keyOf = (draft: Draft | null): string => (draft === null ? "" : (draft.template?._id ?? newKey));
const partsOf = (shown: string): string[] => (shown === "" ? ["design"] : ["design", shown]);
const addressTo = (shown: string): string => addressOf(...partsOf(shown));
const putRight = (shown: string): void => window.location.replace(addressTo(shown));
