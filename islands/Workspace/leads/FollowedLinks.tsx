import type { FollowedLink } from "../../../contract/schemas/leadActions.ts";
import { shortMoment } from "./shortMoment.ts";

/** Which links of one mail its recipient followed, when, and how often. */
export function FollowedLinks({ links }: { links: readonly FollowedLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="followed" aria-label="Links followed">
      {links.map((link) => (
        <li key={link.url}>
          <span>{link.url}</span>
          <span className="muted">{timesText(link)}</span>
        </li>
      ))}
    </ul>
  );
}

function timesText({ firstAt, clicks, machineClicks }: FollowedLink): string {
  const byPerson = firstAt === null ? [] : [`${times(clicks)}, first ${shortMoment(firstAt)}`];
  const byMachine = machineClicks === 0 ? [] : [`${times(machineClicks)} by a program`];
  return [...byPerson, ...byMachine].join("; ");
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
