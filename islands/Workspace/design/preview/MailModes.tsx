import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { mailModeTexts } from "../../../../contract/texts/workspace/design/mailModes.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { later } from "../../../_parts/later.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import { saveFile } from "../../leads/actions/saveFile.ts";
import type { SourcePlace } from "../checks/placeInSource.ts";
import type { Content, EditedMail, EditingView } from "../useDraft.ts";

/** Parts that are rarely used are loaded when they are. */
const MailView = later(() => import("./MailView.tsx"), { meanwhile: <SkeletonRows rows={6} /> });
const SendTest = later(() => import("./SendTest.tsx"), { meanwhile: <SkeletonRows rows={4} /> });

export type RoomBar = { lead: ReactNode; end: ReactNode; below?: ReactNode };

/**
 * An editor and its mail, which can be previewed, sent as a test and downloaded. The preview keeps the editor mounted.
 * `findBlock` returns a function that goes to a block from the check list, if the editor supports that; `showPlace` goes
 * to a place in the HTML.
 */
export function MailModes({
  view,
  draft,
  findBlock,
  showPlace,
  bar,
  children,
}: {
  view: Pick<EditingView, "content" | "draft">;
  draft: EditedMail;
  findBlock?: () => ((blockId: string) => void) | undefined;
  showPlace?: (place: SourcePlace) => void;
  /** What stands in the same bar before and after, and what is told below it. */
  bar: RoomBar;
  /** Draws the editor; told whether the mail is looked at in its place just now, and where its tools have their place. */
  children: (isLooking: boolean, tools: () => HTMLElement | null) => ReactNode;
}) {
  const texts = useTexts(mailModeTexts);
  const { dismiss } = useTexts(templateTexts);
  const [shown, setShown] = useState<Content | null>(null);
  const [testing, setTesting] = useState(false);
  const tools = useRef<HTMLDivElement>(null);
  const looking = useAction(async () => setShown(await view.content()));
  const exporting = useAction(async (kind: "html" | "json") => saveAsFile(await view.content(), draft, kind));
  const exports = [
    { key: "html", label: texts.export.html, onSelect: () => exporting.run("html") },
    { key: "json", label: texts.export.design, onSelect: () => exporting.run("json") },
  ];
  const find = shown === null ? undefined : findBlock?.();
  const choose = (blockId: string) => {
    setShown(null);
    find?.(blockId);
  };
  const show = (place: SourcePlace) => {
    // The editor is shown before it is told where to go, because hidden elements cannot take the focus.
    flushSync(() => setShown(null));
    showPlace?.(place);
  };
  const fault = looking.message || exporting.message;
  const forgetFaults = () => {
    looking.clear();
    exporting.clear();
  };
  return (
    <>
      <div className="room-bar">
        {bar.lead}
        {/* The editor has a root of its own, and puts its tools in here. */}
        <div ref={tools} className="room-tools" hidden={shown !== null} />
        <div className="design-modes">
          <Button aria-pressed={shown === null} onClick={() => setShown(null)}>
            {texts.modes.edit}
          </Button>
          <Button aria-pressed={shown !== null} aria-disabled={looking.running} onClick={() => looking.run()}>
            {texts.modes.preview}
          </Button>
          <Button onClick={() => setTesting(true)}>{texts.modes.sendTest}</Button>
          <Menu
            aria-disabled={exporting.running}
            items={draft.design === null ? exports.slice(0, 1) : exports}
          >
            {texts.export.word}
            <Icon size={14} path="M7 10l5 5 5-5" />
          </Menu>
        </div>
        {bar.end}
      </div>
      {bar.below}
      {fault === "" ? null : (
        <Notice status="failed">
          <p>{fault}</p>
          <div className="actions">
            <Button onClick={forgetFaults}>{dismiss}</Button>
          </div>
        </Notice>
      )}
      {shown === null ? null : (
        <div className="room-looking">
          <MailView
            {...shown}
            onChoose={find === undefined ? null : choose}
            onShow={showPlace === undefined ? null : show}
          />
        </div>
      )}
      <div className="design-edited" hidden={shown !== null}>
        {children(shown !== null, () => tools.current)}
      </div>
      <Dialog open={testing} title={texts.modes.sendTest} onClose={() => setTesting(false)}>
        <SendTest view={view} onDone={() => setTesting(false)} />
      </Dialog>
    </>
  );
}

function saveAsFile({ html, design }: Content, draft: EditedMail, kind: "html" | "json"): void {
  const name = draft.name.match(/[\p{L}\p{M}\p{N}]+/gu)?.join("-") ?? "template";
  if (kind === "html") saveText({ name: `${name}.html`, type: "text/html", text: html });
  else saveText({ name: `${name}.json`, type: "application/json", text: JSON.stringify(design, null, 2) });
}

/** Downloads a file that is created in the page. */
function saveText({ name, type, text }: { name: string; type: string; text: string }): void {
  saveFile({ name, content: new Blob([text], { type }) });
}
