import type { Statistic } from "../shell/siteFacts.ts";

/** The installation's claims, if it makes any. */
export function Statistics({ statistics }: { statistics: readonly Statistic[] }) {
  if (statistics.length === 0) return null;
  return (
    <dl className="figures">
      {statistics.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
