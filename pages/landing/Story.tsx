import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Badge } from "../../islands/_parts/Badge.tsx";

/** What a mail server can answer, in its own codes (RFC 5321, section 4.2; RFC 3463), and what we call it. */
const answers = [
  { said: "250 2.0.0 Ok: queued", outcome: "sent" },
  { said: "452 4.2.2 Mailbox full", outcome: "waiting" },
  { said: "550 5.1.1 No such user", outcome: "failed" },
  { said: null, outcome: "uncertain" },
] as const;

/** Why the product is as it is: the four answers of a mail server, and the one that others round up. */
export function Story() {
  const texts = useTexts(landingTexts);
  return (
    <section className="band story">
      <div className="story-text">
        <h2>{texts.story.title}</h2>
        <p>{texts.story.answers}</p>
        <p>{texts.story.uncertain}</p>
      </div>
      <div className="answers-frame">
        <table className="answers">
          <caption>{texts.story.caption}</caption>
          <tbody>
            {answers.map(({ said, outcome }) => (
              <tr key={outcome}>
                <th scope="row">
                  <code>{said ?? texts.story.lineDead}</code>
                </th>
                <td>
                  <Badge status={outcome}>{texts.story.outcomes[outcome]}</Badge>
                  <p>{texts.story.meanings[outcome]}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
