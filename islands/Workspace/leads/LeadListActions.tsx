import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useMedia } from "../../_data/useMedia.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Menu } from "../../_parts/Menu.tsx";
import { Toolbar } from "../../_parts/Toolbar.tsx";

/** The buttons above the list. On a phone all but Send Email are in a menu. */
export function LeadListActions({
  beginnings,
  isSendingNext,
  onSend,
}: {
  beginnings: readonly { kind: "add" | "import" | "test"; begin: () => void }[];
  /** Whether sending is the main action here, because the first steps are done. */
  isSendingNext: boolean;
  onSend: () => void;
}) {
  const texts = useTexts(leadTexts);
  const isPhone = useMedia("(width < 45rem)");
  return (
    <Toolbar className="panel-tools" aria-label={texts.tools}>
      {isPhone ? (
        <Menu
          items={beginnings.map(({ kind, begin }) => ({
            key: kind,
            label: texts.dialogs[kind],
            onSelect: begin,
          }))}
        >
          {texts.more}
        </Menu>
      ) : (
        beginnings.map(({ kind, begin }) => (
          <Button key={kind} className="lead-beginning" onClick={begin}>
            {texts.dialogs[kind]}
          </Button>
        ))
      )}
      <Button variant={isSendingNext ? "primary" : undefined} onClick={onSend}>
        {texts.dialogs.send}
      </Button>
    </Toolbar>
  );
}
