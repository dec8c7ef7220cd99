/** A piece of a database: "column", "leads.phone". */
export type Part = { kind: string; name: string };

/** Where a database is otherwise than its steps have made it; `added` hinders nothing of ours. */
export type Difference = { part: Part; how: "missing" | "changed" | "extra" | "added" };
