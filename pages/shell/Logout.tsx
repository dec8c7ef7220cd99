import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";

/** A form, not a link: leaving changes something on the server, and a prefetching browser must not do that. */
export function Logout({ quiet = false }: { quiet?: boolean }) {
  const texts = useTexts(siteTexts);
  return (
    <form method="post" action="/logout">
      <button type="submit" className="button" data-variant={quiet ? "quiet" : undefined}>
        {texts.logout}
      </button>
    </form>
  );
}
