import { useRef } from "react";
import { templateTexts } from "../../../contract/texts/workspace/design/templates.ts";
import { useMedia } from "../../_data/useMedia.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { dots, Icon } from "../../_parts/Icon.tsx";
import { Menu } from "../../_parts/Menu.tsx";
import { ImportTemplate } from "./templates/ImportTemplate.tsx";
import type { Content, Moved } from "./useDraft.ts";

/** The ways to create a template. On a phone only the first one is a button; the others are in a menu. */
export function NewTemplateButtons({
  isFirst,
  onStarters,
  onNew,
  onRead,
}: {
  /** True while no template is open, so that creating one is the main action. */
  isFirst: boolean;
  onStarters: () => void;
  onNew: () => void;
  onRead: (name: string, content: Content, moved: Moved | null) => void;
}) {
  const texts = useTexts(templateTexts);
  const narrow = useMedia("(width < 45rem)");
  const chooseFile = useRef<HTMLInputElement>(null);
  const others = [
    { key: "starters", label: texts.begin.starters, onSelect: onStarters },
    { key: "import", label: texts.begin.importFile, onSelect: () => chooseFile.current?.click() },
  ];
  return (
    <div className="panel-tools design-begin">
      {narrow ? null : <Button onClick={onStarters}>{texts.begin.starters}</Button>}
      <ImportTemplate input={chooseFile} button={!narrow} onRead={onRead} />
      <Button variant={isFirst ? "primary" : undefined} onClick={onNew}>
        {texts.begin.new}
      </Button>
      {narrow ? (
        <Menu variant="quiet" shape="icon" aria-label={texts.begin.others} items={others}>
          <Icon size={16} path={dots} />
        </Menu>
      ) : null}
    </div>
  );
}
