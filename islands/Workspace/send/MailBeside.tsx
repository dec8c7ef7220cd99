import { type ReactNode, useState } from "react";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { useMedia } from "../../_data/useMedia.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";

/** A form with the mail beside it; where there is no room for both, the mail is shown below on demand. */
export function MailBeside({ mail, children }: { mail: ReactNode; children: ReactNode }) {
  const texts = useTexts(sendTexts);
  const isWide = useMedia("(width >= 64rem)");
  const [open, setOpen] = useState(false);
  if (isWide)
    return (
      <div className="mail-beside">
        {children}
        <aside>{mail ?? <p className="mail-missing muted">{texts.preview.chooseFirst}</p>}</aside>
      </div>
    );
  return (
    <>
      {children}
      {mail === null ? null : (
        <div className="mail-below">
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? texts.preview.hide : texts.preview.show}
          </Button>
        </div>
      )}
      {open ? mail : null}
    </>
  );
}
