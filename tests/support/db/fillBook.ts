import type { Of, Writing } from "./fillApi.ts";

const at = 5;
const names = { firstName: "Ann", lastName: "Lee" };

/** What is kept of people: leads and what belongs to them, whom nobody mails, and imports. */
export async function fillBook(writing: Writing, of: Of): Promise<void> {
  await fillLeads(writing, of);
  await fillGroups(writing, of);
  await fillImports(writing, of);
}

async function fillLeads({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  const lead = {
    ...names,
    id: id("lead"),
    workspaceId,
    email: "lead@example.com",
    phone: "",
    searchText: "",
    emailHash: "",
    optout: false,
    emailCount: 0,
    openedCount: 0,
    createdAt: at,
    updatedAt: at,
  };
  const deletion = { deletionId: id("deletion"), deletedAt: at };
  await atomically((write) => ({
    leads: write.insert(tables.leads).values(lead),
    leadCounts: write.insert(tables.leadCounts).values({ workspaceId, count: 1 }),
    leadMails: write.insert(tables.leadMails).values({ workspaceId, leadId: id("lead"), lastSentAt: at }),
    deletedLeads: write.insert(tables.deletedLeads).values({ ...lead, ...deletion }),
    deletedMemberships: write.insert(tables.deletedMemberships).values({
      ...deletion,
      workspaceId,
      leadId: id("lead"),
      collectionId: id("collection"),
    }),
  }));
}

async function fillGroups({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    collections: write
      .insert(tables.collections)
      .values({ id: id("collection"), workspaceId, name: "c", createdAt: at }),
    leadNotes: write.insert(tables.leadNotes).values({
      id: id("note"),
      workspaceId,
      leadId: id("lead"),
      authorId: workspaceId,
      text: "n",
      createdAt: at,
    }),
    samples: write.insert(tables.samples).values({ workspaceId, kind: "lead", id: id("lead") }),
    customFields: write.insert(tables.customFields).values({
      id: id("field"),
      workspaceId,
      key: "company",
      label: "Company",
      kind: "text",
      choices: [],
      position: 0,
      createdAt: at,
    }),
    segments: write.insert(tables.segments).values({
      id: id("segment"),
      workspaceId,
      name: "s",
      createdAt: at,
      updatedAt: at,
      question: { match: "all", of: [{ about: "optedOut", op: "no" }] },
    }),
    memberships: write
      .insert(tables.memberships)
      .values({ workspaceId, collectionId: id("collection"), leadId: id("lead") }),
    denials: write
      .insert(tables.denials)
      .values({ workspaceId, emailHash: "hash", deniedAt: at, how: "by_recipient" }),
    suppressions: write
      .insert(tables.suppressions)
      .values({ workspaceId, emailHash: "hash", source: "owner", createdAt: at }),
  }));
}

async function fillImports({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    imports: write.insert(tables.imports).values({
      id: id("import"),
      workspaceId,
      name: "a.csv",
      state: "done",
      createdAt: at,
      idPrefix: "",
      madeCollection: false,
      staged: 1,
      written: 1,
      added: 1,
      updated: 0,
      skipped: 0,
      optedOut: 0,
      rejected: 0,
      rowCount: 1,
      reading: {},
    }),
    jobs: write.insert(tables.jobs).values({
      id: id("job"),
      workspaceId,
      kind: "import",
      payload: "{}",
      state: "queued",
      dueAt: at,
      attempts: 0,
      lease: 0,
      createdAt: at,
    }),
    importChanges: write.insert(tables.importChanges).values({
      importId: id("import"),
      position: 1,
      workspaceId,
      leadId: id("lead"),
      joined: false,
      firstName: "",
      lastName: "",
      phone: "",
      searchText: "",
      wrote: "",
    }),
    storedFiles: write
      .insert(tables.storedFiles)
      .values({ id: id("import"), workspaceId, bytes: 3, isWhole: true, touchedAt: at }),
    filePieces: write
      .insert(tables.filePieces)
      .values({ fileId: id("import"), position: 0, workspaceId, content: new Uint8Array([0, 255, 128]) }),
  }));
}
