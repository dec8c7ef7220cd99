import { useRef } from "react";
import type { EditorPort } from "../engine/EditorPort.ts";
import { MailModes } from "../preview/MailModes.tsx";
import type { EditedMail, EditingView } from "../useDraft.ts";
import { EditorFrame } from "./EditorFrame.tsx";

/** A design in its editor, and the mail that comes of it. */
export function DesignEditor({ view, draft }: { view: EditingView; draft: EditedMail }) {
  const port = useRef<EditorPort | null>(null);
  return (
    <MailModes view={view} draft={draft} findBlock={() => port.current?.select?.bind(port.current)}>
      {() => (
        <EditorFrame
          design={draft.design}
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
