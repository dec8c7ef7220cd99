import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { createMailCountStore } from "../../../db/stores/campaigns/mailCounts.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const workspaceId = "ada";

eachDatabase("when a lead was last sent a mail", (open) => {
  const database = emptyBeforeEach(open);

  /** Sent at a moment, and noted to be counted. */
  async function sent(id: string, leadId: string, sentAt: number): Promise<void> {
    const { atomically, tables } = database();
    await atomically((write) => ({
      mail: write.insert(tables.deliveries).values({
        id,
        campaignId: `campaign of ${id}`,
        workspaceId,
        leadId,
        email: "a@in.test",
        state: "sent",
        attempts: 1,
        dueAt: 1,
        sentAt,
      }),
      noted: write.insert(tables.uncountedMails).values({ deliveryId: id, leadId, workspaceId }),
    }));
  }

  async function known() {
    const { read, tables } = database();
    const { leadId, lastSentAt } = tables.leadMails;
    const rows = await read
      .select({ leadId, lastSentAt })
      .from(tables.leadMails)
      .where(eq(tables.leadMails.workspaceId, workspaceId));
    return Object.fromEntries(rows.map((row) => [row.leadId, row.lastSentAt]));
  }

  test("is kept as its mails are counted, in whatever order, and for no mail that programs ask for", async () => {
    await sent("m1", "bob", 500);
    await sent("m2", "cleo", 200);
    await sent("m3", "m3", 900);
    expect(await known()).toEqual({});
    await createMailCountStore(database()).countNoted(10);
    expect(await known()).toEqual({ bob: 500, cleo: 200 });
    // One that arrived earlier is known later, as where somebody says so.
    await sent("m4", "bob", 300);
    await sent("m5", "cleo", 800);
    await sent("m6", "cleo", 700);
    await createMailCountStore(database()).countNoted(10);
    expect(await known()).toEqual({ bob: 500, cleo: 800 });
  });
});
