type Filling = { rows: number; workspaceId: string; run(sql: string): unknown };

/** `n` from one to so many; an id of it that sorts as it does, in either dialect. */
const counting = (rows: number) =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${rows})`;
const id = "cast(n + 1000000000 as text)";
/** One of 100,000, so that of a million there are ten, the latest of them not among the last that were written. */
const rare = (then: string, other: string) => `CASE WHEN n % 100000 = 77 THEN ${then} ELSE ${other} END`;

/** What a column of the n-th row holds, as SQL. */
type Columns = Readonly<Record<string, string>>;

/** Fills what programs leave behind with rows of which one in 100,000 is something rare; one key calls, one webhook is told. */
export async function fillLogs({ rows, workspaceId, run }: Filling): Promise<void> {
  const workspace = `'${workspaceId}'`;
  const fill = (table: string, columns: Columns, count = rows) =>
    run(
      `INSERT INTO "${table}" (${Object.keys(columns)
        .map((name) => `"${name}"`)
        .join(", ")})
       ${counting(count)} SELECT ${Object.values(columns).join(", ")} FROM c`,
    );
  await fill("apiRequests", requestsOf(workspace));
  await fill("webhookDeliveries", eventsOf(workspace));
  await fill("campaigns", callsOf(workspace), rows / mailsPerCall);
  await fill("transactionalMails", mailsOf(workspace));
  await fill("deliveries", deliveriesOf(workspace));
}

const mailsPerCall = 25;
const call = `'c' || (n / ${mailsPerCall})`;
const address = "'a' || n || '@in.test'";

const requestsOf = (workspaceId: string): Columns => ({
  id,
  workspaceId,
  keyId: "'k' || (n % 10)",
  method: rare("'DELETE'", "CASE WHEN n % 5 = 0 THEN 'POST' ELSE 'GET' END"),
  path: rare("'/templates/rare'", "'/amplify/leads/0198f2c5-7d1e-7000-8000-' || n"),
  status: rare("503", "CASE WHEN n % 1000 = 5 THEN 404 ELSE 200 END"),
  tookMs: "3",
  address: "'203.0.113.7'",
  at: "n",
});

const eventsOf = (workspaceId: string): Columns => ({
  webhookId: "'h'",
  eventId: id,
  workspaceId,
  type: rare("'import.finished'", "'lead.updated'"),
  subject: "'s' || n",
  number: "n",
  state: "CASE WHEN n % 100000 = 78 THEN 'given_up' ELSE 'delivered' END",
  attempts: "1",
  dueAt: "n",
});

const callsOf = (workspaceId: string): Columns => ({
  id: "'c' || n",
  workspaceId,
  credentialId: "'a'",
  provider: "'smtp'",
  fromAlias: "'Ada'",
  fromEmail: "'ada@in.test'",
  subject: "'Receipt'",
  state: "'finished'",
  trackOpens: "1 = 0",
  requestKey: "'r' || n",
  total: String(mailsPerCall),
  createdAt: "n",
  mailKind: "'receipt'",
});

const mailsOf = (workspaceId: string): Columns => ({
  id,
  workspaceId,
  campaignId: call,
  kind: rare("'rare'", "'receipt'"),
  email: address,
  emailHash: "'h' || n",
  name: "''",
  isQueued: "1 = 1",
  createdAt: "n",
});

const deliveriesOf = (workspaceId: string): Columns => ({
  id,
  campaignId: call,
  workspaceId,
  leadId: id,
  email: address,
  state: "CASE n % 100000 WHEN 78 THEN 'failed' WHEN 79 THEN 'uncertain' ELSE 'sent' END",
  attempts: "1",
  dueAt: "n",
  sentAt: "n",
});
