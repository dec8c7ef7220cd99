import { contactTexts } from "../../contract/texts/pages/contact.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Mark } from "../../islands/_parts/Mark.tsx";
import { together } from "../../islands/_parts/together.ts";

/** For addresses that must answer 404 with a page, such as an old link from a mail. */
export function NotFound() {
  const texts = useTexts(contactTexts);
  return (
    <article className="prose missing">
      <Mark />
      <h1>{texts.notFound.title}</h1>
      <p>
        {together(
          texts.notFound.text({
            front: (words) => <a href="/">{words}</a>,
            contact: (words) => <a href="/contact">{words}</a>,
          }),
        )}
      </p>
    </article>
  );
}
