// Written by `bun run migration`; every step once, in order.
import step0 from "./sqlite/0000_first.sql" with { type: "text" };
import step1 from "./sqlite/0001_request_digest.sql" with { type: "text" };

export const migrations: readonly { tag: string; sql: string }[] = [
  { tag: "0000_first", sql: step0 },
  { tag: "0001_request_digest", sql: step1 },
];
