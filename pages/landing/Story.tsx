import { Badge } from "../../islands/_parts/Badge.tsx";

/** What a mail server can answer, in its own codes (RFC 5321, section 4.2; RFC 3463), and what we call it. */
const answers = [
  { said: "250 2.0.0 Ok: queued", outcome: "sent", meaning: "It took the message. That is all it says." },
  { said: "452 4.2.2 Mailbox full", outcome: "waiting", meaning: "Not now. We come back, for up to a day." },
  {
    said: "550 5.1.1 No such user",
    outcome: "failed",
    meaning: "Not ever. You see the reason as it was given.",
  },
  {
    said: "(the line goes dead)",
    outcome: "uncertain",
    meaning: "It may have arrived. We never send it again by ourselves; you decide.",
  },
] as const;

/** Why the product is as it is: the four answers of a mail server, and the one that others round up. */
export function Story() {
  return (
    <section className="band story">
      <div className="story-text">
        <h2>Why we count like this</h2>
        <p>
          When a program hands a message to a mail server, it gets one line back. Most of the time the line
          says yes. Sometimes it says later, or no. And once in a while the connection drops after the last
          byte and before the answer, and nobody can know.
        </p>
        <p>
          It is tempting to round that last case up to “sent”, or to send again to be safe, and then somebody
          gets the same mail twice. We built Amplify around that moment instead: it has a name here, a place
          in every count, and a button beside it. The rest followed from counting everything the same way.
        </p>
      </div>
      <div className="answers-frame">
        <table className="answers">
          <caption>What a mail server answers, and what we write down</caption>
          <tbody>
            {answers.map(({ said, outcome, meaning }) => (
              <tr key={outcome}>
                <th scope="row">
                  <code>{said}</code>
                </th>
                <td>
                  <Badge status={outcome}>{outcome}</Badge>
                  <p>{meaning}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
