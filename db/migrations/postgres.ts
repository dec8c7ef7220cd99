// Written by `bun run migration`; every step once, in order.
import step0 from "./postgres/0000_first.sql" with { type: "text" };
import step1 from "./postgres/0001_request_digest.sql" with { type: "text" };
import step2 from "./postgres/0002_campaign_accepted.sql" with { type: "text" };

export const migrations: readonly { tag: string; sql: string }[] = [
  { tag: "0000_first", sql: step0 },
  { tag: "0001_request_digest", sql: step1 },
  { tag: "0002_campaign_accepted", sql: step2 },
];
