import type { Database } from "../../../db/database.ts";

const at = 5;
const names = { firstName: "Ann", lastName: "Lee" };

/** One row for a person in every table, with their id in it, and a public template beside their own. */
export async function fillTables({ tables, atomically }: Database, ownerId: string): Promise<void> {
  const of = { ownerId, id: (name: string) => `${ownerId}-${name}` };
  await atomically((write) => [
    write.insert(tables.users).values({
      ...names,
      id: ownerId,
      email: `${ownerId}@example.com`,
      passwordHash: "hash",
      googleSubject: null,
      status: "AMFR",
      role: "user",
      createdAt: at,
    }),
    write.insert(tables.sessions).values({
      id: of.id("session"),
      userId: ownerId,
      createdAt: at,
      lastSeenAt: at,
      device: "Firefox on Linux",
    }),
    write.insert(tables.knownDevices).values({ ownerId, device: "Firefox on Linux", lastSignInAt: at }),
    write.insert(tables.passwordResets).values({ id: of.id("reset"), userId: ownerId, createdAt: at }),
    write.insert(tables.oauthStates).values({
      id: of.id("state"),
      sessionId: of.id("session"),
      ownerId,
      verifier: "",
      createdAt: at,
    }),
  ]);
  await fillBook({ tables, atomically }, of);
  await fillSending({ tables, atomically }, of);
  await fillCounting({ tables, atomically }, of);
}

type Writing = Pick<Database, "tables" | "atomically">;
type Of = { ownerId: string; id: (name: string) => string };

async function fillBook({ tables, atomically }: Writing, { ownerId, id }: Of): Promise<void> {
  const template = {
    ownerId,
    name: "T",
    design: null,
    html: "",
    hasHtml: false,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  const lead = {
    ...{
      ...names,
      id: id("lead"),
      ownerId,
      email: "lead@example.com",
      phone: "",
      searchText: "",
      emailHash: "",
    },
    ...{ optout: false, emailCount: 0, openedCount: 0, createdAt: at, updatedAt: at },
  };
  const deletion = { deletionId: id("deletion"), deletedAt: at };
  await atomically((write) => [
    write.insert(tables.leads).values(lead),
    write.insert(tables.leadCounts).values({ ownerId, count: 1 }),
    write.insert(tables.deletedLeads).values({ ...lead, ...deletion }),
    write.insert(tables.deletedMemberships).values({
      ...deletion,
      ownerId,
      leadId: id("lead"),
      collectionId: id("collection"),
    }),
    write.insert(tables.collections).values({ id: id("collection"), ownerId, name: "c", createdAt: at }),
    write.insert(tables.memberships).values({ collectionId: id("collection"), leadId: id("lead") }),
    write.insert(tables.templates).values([
      { ...template, id: id("template"), public: false },
      { ...template, id: id("public"), public: true },
    ]),
    write.insert(tables.templateVersions).values({
      ...{ templateId: id("template"), version: 1, ownerId, name: "T", design: null, html: "" },
      ...{ savedAt: at, replacedAt: at },
    }),
    write.insert(tables.deletedTemplates).values({
      ...template,
      ...deletion,
      id: id("deleted"),
      deletedBy: ownerId,
      public: false,
    }),
    write.insert(tables.images).values({
      ...{ id: id("image"), ownerId, fileName: `${ownerId}.png`, name: "a.png", alt: "", type: "image/png" },
      ...{ bytes: 1, width: 1, height: 1, createdAt: at, content: "" },
    }),
    write.insert(tables.savedRows).values({ id: id("row"), ownerId, name: "r", row: {}, createdAt: at }),
    write.insert(tables.imports).values({
      ...{ id: id("import"), ownerId, name: "a.csv", state: "done", createdAt: at, idPrefix: "" },
      ...{ madeCollection: false, staged: 1, written: 1, added: 1, updated: 0, skipped: 0, optedOut: 0 },
      ...{ rejected: 0, rowCount: 1, reading: {} },
    }),
    write.insert(tables.importChanges).values({
      ...{ importId: id("import"), position: 1, ownerId, leadId: id("lead"), joined: false },
      ...{ firstName: "", lastName: "", phone: "", searchText: "", wrote: "" },
    }),
    write.insert(tables.suppressions).values({ ownerId, emailHash: "hash", source: "owner", createdAt: at }),
  ]);
}

async function fillSending({ tables, atomically }: Writing, { ownerId, id }: Of): Promise<void> {
  const fromEmail = "me@example.com";
  await atomically((write) => [
    write.insert(tables.credentials).values({
      id: id("account"),
      ownerId,
      provider: "sandbox",
      appEmail: fromEmail,
      alias: "Me <me@example.com>",
      type: "manual",
      gapMs: 0,
      paused: false,
      createdAt: at,
    }),
    write.insert(tables.usage).values({ credentialId: id("account"), bucketAt: at, count: 1 }),
    write.insert(tables.campaigns).values({
      id: id("campaign"),
      ownerId,
      credentialId: id("account"),
      provider: "sandbox",
      fromAlias: "",
      fromEmail,
      subject: "Hi",
      state: "running",
      trackOpens: true,
      requestKey: "k",
      total: 1,
      createdAt: at,
    }),
    write.insert(tables.campaignContents).values({ campaignId: id("campaign"), ownerId, html: "" }),
    write.insert(tables.deliveries).values({
      id: id("delivery"),
      campaignId: id("campaign"),
      ownerId,
      leadId: id("lead"),
      email: "lead@example.com",
      state: "queued",
      attempts: 0,
      dueAt: at,
    }),
    write.insert(tables.sandboxMails).values({
      id: id("mail"),
      ownerId,
      messageId: "m",
      sender: fromEmail,
      recipient: "lead@example.com",
      subject: "Hi",
      raw: "",
      receivedAt: at,
    }),
  ]);
}

async function fillCounting({ tables, atomically }: Writing, { ownerId, id }: Of): Promise<void> {
  await atomically((write) => [
    write.insert(tables.links).values({
      id: id("link"),
      campaignId: id("campaign"),
      ownerId,
      position: 0,
      url: "https://shop.test/",
    }),
    write.insert(tables.clicks).values({
      deliveryId: id("delivery"),
      linkId: id("link"),
      ownerId,
      firstAt: at,
      lastAt: at,
      seenAt: at,
      clicks: 1,
      machineClicks: 0,
    }),
    write.insert(tables.preferences).values({ ownerId, trackOpens: true, trackClicks: false }),
  ]);
}
