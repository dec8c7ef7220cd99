import { Notice } from "../../_parts/Notice.tsx";
import { mailChecks } from "./mailChecks.ts";

/** What to look at before this mail is sent. */
export function MailChecks({ html }: { html: string }) {
  const found = mailChecks(html);
  if (found.length === 0) return <Notice status="sent">Nothing to put right was found.</Notice>;
  return (
    <Notice status="uncertain">
      <ul className="mail-checks">
        {found.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
