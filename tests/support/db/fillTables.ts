import type { Database } from "../../../db/database.ts";
import { addingOwnWorkspace } from "../../../db/stores/identity/workspaces.ts";
import { fillApi, type Of, type Writing } from "./fillApi.ts";
import { fillBook } from "./fillBook.ts";

const at = 5;
const names = { firstName: "Ann", lastName: "Lee" };

/** One row for a person in every table, with their id in it, and a public template beside their own. */
export async function fillTables({ tables, atomically }: Database, workspaceId: string): Promise<void> {
  const of = { workspaceId, id: (name: string) => `${workspaceId}-${name}` };
  await atomically((write) => ({
    users: write.insert(tables.users).values({
      ...names,
      id: workspaceId,
      email: `${workspaceId}@example.com`,
      passwordHash: "hash",
      googleSubject: null,
      status: "AMFR",
      role: "user",
      createdAt: at,
    }),
    sessions: write.insert(tables.sessions).values({
      id: of.id("session"),
      userId: workspaceId,
      workspaceId,
      createdAt: at,
      lastSeenAt: at,
      device: "Firefox on Linux",
    }),
    ...addingOwnWorkspace(write, tables, workspaceId),
    knownDevices: write
      .insert(tables.knownDevices)
      .values({ userId: workspaceId, device: "Firefox on Linux", lastSignInAt: at }),
    passwordResets: write
      .insert(tables.passwordResets)
      .values({ id: of.id("reset"), userId: workspaceId, createdAt: at }),
    oauthStates: write.insert(tables.oauthStates).values({
      id: of.id("state"),
      sessionId: of.id("session"),
      workspaceId,
      verifier: "",
      createdAt: at,
    }),
  }));
  await fillBook({ tables, atomically }, of);
  await fillTemplates({ tables, atomically }, of);
  await fillAccounts({ tables, atomically }, of);
  await fillSending({ tables, atomically }, of);
  await fillPlans({ tables, atomically }, of);
  await fillCounting({ tables, atomically }, of);
  await fillApi({ tables, atomically }, of);
}

async function fillTemplates({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  const template = {
    workspaceId,
    name: "T",
    design: null,
    html: "",
    hasHtml: false,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  const deletion = { deletionId: id("deletion"), deletedAt: at };
  await atomically((write) => ({
    templates: write.insert(tables.templates).values([
      { ...template, id: id("template"), public: false },
      { ...template, id: id("public"), public: true },
    ]),
    templateVersions: write.insert(tables.templateVersions).values({
      templateId: id("template"),
      version: 1,
      workspaceId,
      name: "T",
      design: null,
      html: "",
      savedAt: at,
      replacedAt: at,
    }),
    deletedTemplates: write.insert(tables.deletedTemplates).values({
      ...template,
      ...deletion,
      id: id("deleted"),
      deletedBy: workspaceId,
      public: false,
    }),
    images: write.insert(tables.images).values({
      id: id("image"),
      workspaceId,
      fileName: `${workspaceId}.png`,
      name: "a.png",
      alt: "",
      type: "image/png",
      bytes: 1,
      width: 1,
      height: 1,
      createdAt: at,
      content: "",
    }),
    savedRows: write
      .insert(tables.savedRows)
      .values({ id: id("row"), workspaceId, name: "r", row: {}, createdAt: at }),
    templateFolders: write
      .insert(tables.templateFolders)
      .values({ id: id("folder"), workspaceId, name: "f", createdAt: at }),
    agentPlans: write
      .insert(tables.agentPlans)
      .values({ id: id("plan"), workspaceId, userId: workspaceId, text: "{}", expiresAt: at }),
    templatePlaces: write
      .insert(tables.templatePlaces)
      .values({ workspaceId, templateId: id("template"), folderId: id("folder"), usedAt: at }),
  }));
}

const fromEmail = "me@example.com";

async function fillAccounts({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    credentials: write.insert(tables.credentials).values({
      id: id("account"),
      workspaceId,
      provider: "sandbox",
      appEmail: fromEmail,
      alias: "Me <me@example.com>",
      type: "manual",
      gapMs: 0,
      paused: false,
      createdAt: at,
    }),
    accountLeases: write
      .insert(tables.accountLeases)
      .values({ credentialId: id("account"), workspaceId, lease: 1, leaseUntil: at }),
    mailJournal: write
      .insert(tables.mailJournal)
      .values({ credentialId: id("account"), workspaceId, lease: 1, number: 0, note: {} }),
    accountDays: write
      .insert(tables.accountDays)
      .values({ credentialId: id("account"), day: at, accepted: 1, workspaceId }),
    domainChecks: write.insert(tables.domainChecks).values({
      credentialId: id("account"),
      workspaceId,
      domain: "example.com",
      checks: [],
      checkedAt: at,
      dueAt: at,
    }),
    signingKeys: write.insert(tables.signingKeys).values({
      id: id("key"),
      workspaceId,
      domain: "example.com",
      selector: "amplify1",
      createdAt: at,
      rsaSecret: "sealed",
      rsaPublic: "",
      ed25519Secret: "sealed",
      ed25519Public: "",
      signsSince: null,
      signsEd25519: false,
    }),
    usage: write
      .insert(tables.usage)
      .values({ credentialId: id("account"), bucketAt: at, count: 1, workspaceId }),
  }));
}

async function fillSending({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    singleMails: write.insert(tables.singleMails).values({
      id: id("single"),
      workspaceId,
      credentialId: id("account"),
      createdAt: at,
      sender: "a@b.test",
      recipient: "c@d.test",
      messageId: "<1@b.test>",
      raw: "",
      state: "done",
    }),
    uncountedMails: write
      .insert(tables.uncountedMails)
      .values({ deliveryId: id("delivery"), leadId: id("lead"), workspaceId }),
    campaigns: write.insert(tables.campaigns).values({
      id: id("campaign"),
      workspaceId,
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
    campaignContents: write
      .insert(tables.campaignContents)
      .values({ campaignId: id("campaign"), workspaceId, html: "" }),
    deliveries: write.insert(tables.deliveries).values({
      id: id("delivery"),
      campaignId: id("campaign"),
      workspaceId,
      leadId: id("lead"),
      email: "lead@example.com",
      state: "queued",
      attempts: 0,
      dueAt: at,
    }),
    sandboxMails: write.insert(tables.sandboxMails).values({
      id: id("mail"),
      workspaceId,
      messageId: "m",
      sender: fromEmail,
      recipient: "lead@example.com",
      subject: "Hi",
      raw: "",
      receivedAt: at,
    }),
  }));
}

async function fillPlans({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    campaignPlans: write.insert(tables.campaignPlans).values({
      id: id("campaign"),
      workspaceId,
      name: "Hi",
      kind: "once",
      state: "started",
      createdBy: workspaceId,
      createdAt: at,
      updatedAt: at,
    }),
    planMails: write.insert(tables.planMails).values({
      planId: id("campaign"),
      variantId: "a",
      workspaceId,
      subject: "Hi",
      preview: "",
      html: "",
      version: 1,
      updatedAt: at,
    }),
    campaignActivity: write.insert(tables.campaignActivity).values({
      id: id("activity"),
      planId: id("campaign"),
      workspaceId,
      at,
      userId: workspaceId,
      code: "did_create",
    }),
    enrolments: write.insert(tables.enrolments).values({
      planId: id("campaign"),
      leadId: id("lead"),
      workspaceId,
      credentialId: id("account"),
      step: 0,
    }),
  }));
}

async function fillCounting({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    mailboxReadings: write
      .insert(tables.mailboxReadings)
      .values({ credentialId: id("account"), workspaceId, state: "waiting", since: at }),
    mailResponses: write.insert(tables.mailResponses).values({
      deliveryId: id("delivery"),
      kind: "replied",
      workspaceId,
      campaignId: id("campaign"),
      at,
      leadId: id("lead"),
    }),
    bouncedAddresses: write
      .insert(tables.bouncedAddresses)
      .values({ workspaceId, emailHash: "hash", count: 1, at, words: "550 5.1.1 No such user" }),
    campaignTimes: write
      .insert(tables.campaignTimes)
      .values({ campaignId: id("campaign"), at, workspaceId, sent: 1 }),
    campaignDomains: write
      .insert(tables.campaignDomains)
      .values({ campaignId: id("campaign"), domain: "example.com", workspaceId, sent: 1 }),
    links: write.insert(tables.links).values({
      id: id("link"),
      campaignId: id("campaign"),
      workspaceId,
      position: 0,
      url: "https://shop.test/",
    }),
    clicks: write.insert(tables.clicks).values({
      deliveryId: id("delivery"),
      linkId: id("link"),
      workspaceId,
      firstAt: at,
      lastAt: at,
      seenAt: at,
      clicks: 1,
      machineClicks: 0,
    }),
    optouts: write.insert(tables.optouts).values({
      id: id("optout"),
      workspaceId,
      emailHash: "hash",
      leadId: id("lead"),
      campaignId: id("campaign"),
      deliveryId: id("delivery"),
      createdAt: at,
      reason: "other",
      words: "No time",
    }),
    preferences: write
      .insert(tables.preferences)
      .values({ workspaceId, trackOpens: true, trackClicks: false }),
  }));
}
