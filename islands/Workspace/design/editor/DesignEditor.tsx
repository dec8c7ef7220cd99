import { useRef } from "react";
import type { EditorPort } from "../engine/EditorPort.ts";
import { MailModes, type RoomBar } from "../preview/MailModes.tsx";
import type { EditedMail, EditingView } from "../useDraft.ts";
import { EditorFrame } from "./EditorFrame.tsx";

/** A design in its editor, and the mail that is rendered from it. */
export function DesignEditor({ view, draft, bar }: { view: EditingView; draft: EditedMail; bar: RoomBar }) {
  const port = useRef<EditorPort | null>(null);
  return (
    <MailModes view={view} draft={draft} bar={bar} findBlock={() => port.current?.select?.bind(port.current)}>
      {(_, tools) => (
        <EditorFrame
          design={draft.design}
          tools={tools}
          onPort={(opened) => {
            port.current = opened;
            view.setPort(opened);
          }}
          onDirty={(design) => view.change({ design })}
        />
      )}
    </MailModes>
  );
}
