type Filling = { rows: number; workspaceId: string; run(sql: string): unknown };

/** `n` from one to so many; an id of it that sorts as it does, in either dialect. */
const counting = (rows: number) =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${rows})`;
const id = "cast(n + 1000000000 as text)";
/** One of 100,000, so that of a million there are ten, the latest of them not among the last that were written. */
const rare = (then: string, other: string) => `CASE WHEN n % 100000 = 77 THEN ${then} ELSE ${other} END`;

/** Fills what programs leave behind with rows of which one in 100,000 is something rare; one key calls, one webhook is told. */
export async function fillLogs({ rows, workspaceId, run }: Filling): Promise<void> {
  const w = `'${workspaceId}'`;
  const fill = (table: string, columns: readonly string[], values: readonly string[], count = rows) =>
    run(
      `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")})
       ${counting(count)} SELECT ${values.join(", ")} FROM c`,
    );
  await fill(
    "apiRequests",
    ["id", "workspaceId", "keyId", "method", "path", "status", "tookMs", "address", "at"],
    [
      ...[id, w, "'k' || (n % 10)", rare("'DELETE'", "CASE WHEN n % 5 = 0 THEN 'POST' ELSE 'GET' END")],
      rare("'/templates/rare'", "'/amplify/leads/0198f2c5-7d1e-7000-8000-' || n"),
      ...[rare("503", "CASE WHEN n % 1000 = 5 THEN 404 ELSE 200 END"), "3", "'203.0.113.7'", "n"],
    ],
  );
  await fill(
    "webhookDeliveries",
    ["webhookId", "eventId", "workspaceId", "type", "subject", "number", "state", "attempts", "dueAt"],
    [
      ...["'h'", id, w, rare("'import.finished'", "'lead.updated'"), "'s' || n", "n"],
      ...["CASE WHEN n % 100000 = 78 THEN 'given_up' ELSE 'delivered' END", "1", "n"],
    ],
  );
  const call = `'c' || (n / 25)`;
  await fill(
    "campaigns",
    [
      ...["id", "workspaceId", "credentialId", "provider", "fromAlias", "fromEmail", "subject", "state"],
      ...["trackOpens", "requestKey", "total", "createdAt", "mailKind"],
    ],
    [
      ...["'c' || n", w, "'a'", "'smtp'", "'Ada'", "'ada@in.test'", "'Receipt'", "'finished'"],
      ...["1 = 0", "'r' || n", "25", "n", "'receipt'"],
    ],
    rows / 25,
  );
  await fill(
    "transactionalMails",
    ["id", "workspaceId", "campaignId", "kind", "email", "emailHash", "name", "isQueued", "createdAt"],
    [id, w, call, rare("'rare'", "'receipt'"), "'a' || n || '@in.test'", "'h' || n", "''", "1 = 1", "n"],
  );
  await fill(
    "deliveries",
    ["id", "campaignId", "workspaceId", "leadId", "email", "state", "attempts", "dueAt", "sentAt"],
    [
      ...[id, call, w, id, "'a' || n || '@in.test'"],
      ...["CASE n % 100000 WHEN 78 THEN 'failed' WHEN 79 THEN 'uncertain' ELSE 'sent' END", "1", "n", "n"],
    ],
  );
}
