import type { Editor } from "@tiptap/core";
import type { Area } from "../../../../../mail/design/areas.ts";
import type { Design } from "../../../../../mail/design/design.ts";
import type { Selection } from "../selection.ts";

export type SettingsActions = {
  /** The change is given the design as it is then: what is shown here may be older. */
  change: (change: (design: Design) => Design, as: string) => void;
  select: (selection: Selection) => void;
  step: (id: string, direction: 1 | -1) => void;
  duplicate: (selection: Selection) => void;
  remove: (selection: Selection) => void;
  edit: (id: string) => void;
  placeRow: (id: string, area: Area) => void;
};
export type SettingsProps = {
  design: Design;
  selection: Selection;
  editor: Editor | null;
  actions: SettingsActions;
};
