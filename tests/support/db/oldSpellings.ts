/** Writes one row of a table as SQL would, whatever the dialect. */
export type InsertRow = (
  table: string,
  row: Record<string, string | number | boolean | null>,
) => Promise<void>;

/**
 * What an installation holds that took every spelling of an address for another address: the rows as the version of
 * that time wrote them. `hash` is what it kept suppressions by.
 */
export async function fillOldSpellings(insert: InsertRow, hash: (address: string) => string): Promise<void> {
  await addPeople(insert);
  await addLeads(insert, hash);
  await addCampaigns(insert);
  const suppression = (address: string, source: string) =>
    insert("suppressions", { ownerId: "u1", emailHash: hash(address), source, createdAt: 5 });
  await suppression("unsub@ｉn.test", "recipient");
  await suppression("left@ｉn.test", "recipient");
  await suppression("out@zürich.test", "owner");
  // Of these neither a lead nor a mail is left.
  await suppression("stranger@köln.test", "recipient");
}

async function addPeople(insert: InsertRow): Promise<void> {
  const person = (id: string, email: string, createdAt: number) =>
    insert("users", {
      id,
      email,
      createdAt,
      firstName: "Ada",
      lastName: "Lovelace",
      passwordHash: null,
      googleSubject: null,
      status: "AMEX",
      role: "user",
    });
  await person("u1", "solo@zürich.test", 1);
  await person("u2", "boss@münchen.test", 2);
  await person("u3", "boss@xn--mnchen-3ya.test", 3);
  const credential = (id: string, appEmail: string) =>
    insert("credentials", {
      id,
      ownerId: "u1",
      provider: "sandbox",
      appEmail,
      alias: `Box <${appEmail}>`,
      type: "manual",
      gapMs: 0,
      paused: false,
      createdAt: 1,
    });
  await credential("k1", "box@münchen.test");
  await credential("k2", "box@xn--mnchen-3ya.test");
  await credential("k3", "one@münchen.test");
}

async function addLeads(insert: InsertRow, hash: (address: string) => string): Promise<void> {
  const lead = (
    row: { id: string; email: string } & Record<string, string | number | boolean>,
    table: "leads" | "deletedLeads" = "leads",
  ) =>
    insert(table, {
      ownerId: "u1",
      firstName: "Una",
      lastName: "",
      phone: "",
      optout: false,
      emailCount: 0,
      openedCount: 0,
      searchText: `una  ${row.email} `,
      emailHash: hash(row.email),
      createdAt: 9,
      updatedAt: 9,
      ...row,
    });
  await lead({ id: "l1", email: "unsub@in.test", createdAt: 1, emailCount: 1, firstName: "First" });
  await lead({
    id: "l2",
    email: "unsub@ｉn.test",
    createdAt: 2,
    firstName: "Second",
    lastName: "Later",
    phone: "+43 1",
    optout: true,
    emailCount: 3,
    openedCount: 1,
  });
  await lead({ id: "l3", email: "x@münchen.test", createdAt: 1 });
  await lead({ id: "l4", email: "x@xn--mnchen-3ya.test", createdAt: 2 });
  await lead({ id: "l5", email: "solo@zürich.test" });
  await lead({ id: "l6", email: "left@in.test" });
  await lead({ id: "l7", email: "out@xn--zrich-kva.test" });
  await lead({ id: "l8", email: "unsub@ｉn.test", ownerId: "u2" });
  await lead({ id: "l9", email: "gone@ｉn.test", deletionId: "d1", deletedAt: 8 }, "deletedLeads");
  await insert("leadCounts", { ownerId: "u1", count: 7 });
  await insert("leadCounts", { ownerId: "u2", count: 1 });
  for (const [collectionId, leadId] of [
    ["c1", "l1"],
    ["c1", "l2"],
    ["c2", "l2"],
    ["c2", "l5"],
  ] as const)
    await insert("memberships", { collectionId, leadId });
  for (const id of ["c1", "c2"]) await insert("collections", { id, ownerId: "u1", name: id, createdAt: 1 });
  const separator = String.fromCharCode(31);
  const change = (position: number, leadId: string, wrote: string[]) =>
    insert("importChanges", {
      importId: "i1",
      position,
      ownerId: "u1",
      leadId,
      joined: true,
      firstName: "Before",
      lastName: "",
      phone: "",
      searchText: "before",
      wrote: wrote.join(separator),
    });
  await change(1, "l5", ["Una", "", "", "solo@zürich.test"]);
  await change(2, "l2", ["Second", "Later", "+43 1", "unsub@ｉn.test"]);
}

async function addCampaigns(insert: InsertRow): Promise<void> {
  const campaign = (id: string, state: string) =>
    insert("campaigns", {
      id,
      ownerId: "u1",
      credentialId: "k1",
      provider: "sandbox",
      fromAlias: "",
      fromEmail: "box@münchen.test",
      subject: "Hi",
      html: "<p>Hi</p>",
      state,
      trackOpens: true,
      trackClicks: false,
      requestKey: id,
      total: 2,
      createdAt: 1,
    });
  await campaign("under way", "running");
  await campaign("twice", "finished");
  await campaign("once", "finished");
  await campaign("waiting", "paused");
  const delivery = (id: string, campaignId: string, rest: { leadId: string; email: string; state: string }) =>
    insert("deliveries", {
      id,
      campaignId,
      ownerId: "u1",
      attempts: 1,
      dueAt: 1,
      ...rest,
      ...(rest.state === "sent" ? { sentAt: 7 } : {}),
    });
  const [normal, other] = ["unsub@in.test", "unsub@ｉn.test"];
  await delivery("d-queued", "under way", { leadId: "l3", email: "x@münchen.test", state: "queued" });
  await delivery("d-sent", "under way", { leadId: "l4", email: "x@xn--mnchen-3ya.test", state: "sent" });
  await delivery("d-solo", "under way", { leadId: "l5", email: "solo@zürich.test", state: "queued" });
  await delivery("d-first", "twice", { leadId: "l1", email: normal, state: "sent" });
  await delivery("d-second", "twice", { leadId: "l2", email: other, state: "sent" });
  await delivery("d-once", "once", { leadId: "l2", email: other, state: "failed" });
  await delivery("d-out", "waiting", { leadId: "l1", email: normal, state: "skipped" });
  await delivery("d-in", "waiting", { leadId: "l2", email: other, state: "deferred" });
  await delivery("d-left", "once", { leadId: "long gone", email: "left@ｉn.test", state: "sent" });
  await insert("clicks", {
    deliveryId: "d-second",
    linkId: "a",
    ownerId: "u1",
    firstAt: 7,
    lastAt: 7,
    seenAt: 7,
    clicks: 1,
    machineClicks: 0,
  });
}
