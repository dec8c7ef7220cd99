import { and, eq } from "drizzle-orm";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { Database } from "../../../db/database.ts";
import type { TestPerson, TestServer } from "../server/testServer.ts";

export const at = Date.now();
export const padded = (number: number) => String(number).padStart(4, "0");

export type World = Awaited<ReturnType<typeof worldOf>>;

const sentPart = {
  provider: "sandbox" as const,
  fromAlias: "",
  fromEmail: "ada@sandbox.test",
  subject: "Hi",
  state: "finished" as const,
  trackOpens: true,
  total: 1,
  createdAt: at,
};

/** What the lists are of: a lead, a campaign with a ledger, a webhook. */
export async function worldOf(server: TestServer, { client, uid: workspaceId }: TestPerson) {
  const own = { workspaceId };
  const { tables, atomically } = server.core.database;
  const write = (values: (builder: Builder) => unknown[]) =>
    atomically((builder) => ({ written: values(builder) as never[] }));
  const gone = (name: Named) => (id: string) => {
    const table = tables[name] as (typeof tables)["images"];
    return write((builder) => [
      builder.delete(table).where(and(eq(table.id, id), eq(table.workspaceId, workspaceId))),
    ]);
  };
  const { _id: leadId } = await client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", collection: [] },
  });
  const alias = "Ada <ada@sandbox.test>";
  const { _id: credentialId } = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "ada@sandbox.test", alias },
  });
  const planId = `${workspaceId}-plan`;
  const part = (id: string) => ({
    id,
    ...own,
    credentialId,
    requestKey: id,
    ...sentPart,
  });
  const delivery = (id: string, campaignId: string, to = leadId) => ({
    id,
    campaignId,
    ...own,
    leadId: to,
    email: "ann@in.test",
    state: "sent" as const,
    attempts: 1,
    dueAt: at,
  });
  const ledger = `${planId}-ledger`;
  const hook = `${workspaceId}-hook`;
  await write((builder) => [
    builder.insert(tables.campaignPlans).values({
      id: planId,
      ...own,
      name: "Hi",
      kind: "once",
      state: "started",
      createdBy: workspaceId,
      createdAt: at,
      updatedAt: at,
    }),
    builder.insert(tables.campaigns).values({ ...part(ledger), planId }),
    builder.insert(tables.webhooks).values({
      id: hook,
      ...own,
      name: "w",
      url: "https://hooks.test/",
      types: [],
      secret: "",
      state: "paused" as const,
      createdAt: at,
    }),
  ]);
  const named = (number: number) => `${workspaceId}-${padded(number)}`;
  return { client, own, tables, write, gone, named, leadId, planId, part, delivery, ledger, hook };
}

type Builder = Parameters<Parameters<Database["atomically"]>[0]>[0];
/** Tables whose rows have an id and a workspace. */
type Named =
  | "campaigns"
  | "campaignPlans"
  | "deliveries"
  | "optouts"
  | "campaignActivity"
  | "images"
  | "imports"
  | "transactionalMails"
  | "apiRequests"
  | "sandboxMails";

/** A list of one person: how an entry is added, and how one is taken away. */
export type Listed = {
  key: EndpointKey;
  params?: Record<string, string>;
  add(number: number): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  /** The field that names an entry. */
  id?: string;
};
