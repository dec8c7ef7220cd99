import { expect, test } from "bun:test";
import type { CampaignState } from "../../../../contract/schemas/campaign.ts";
import type { UnnumberedMessage } from "../../../../server/realtime/hub.ts";
import type { Counted } from "../../../../server/sending/boundary/port.ts";
import { progressApart } from "../../../../server/sending/boundary/progressApart.ts";

const campaign = (id: string, state: CampaignState) => ({ campaign: { id, state } }) as unknown as Counted;

/** Somebody who tells of every campaign that they are asked for, and remembers which those were. */
function teller(name: string) {
  const asked: string[][] = [];
  const tell = async (some: readonly Counted[]) => {
    asked.push(some.map((one) => one.campaign.id));
    return some.map((one) => ({ message: name, data: { campaignId: one.campaign.id } }) as UnnumberedMessage);
  };
  return { asked, tell };
}

function asking() {
  const [sender, tables] = [teller("sender"), teller("tables")];
  return { sender, tables, progressOf: progressApart({ sender: sender.tell, tables: tables.tell }) };
}

test("whoever sends is not asked for campaigns that have ended, and all are told in their order", async () => {
  const { sender, tables, progressOf } = asking();
  const told = await progressOf([
    campaign("d", "finished"),
    campaign("c", "running"),
    campaign("b", "finished"),
    campaign("a", "paused"),
  ]);
  expect(told.map(({ message, data }) => `${data.campaignId} ${message}`)).toEqual([
    "d tables",
    "c sender",
    "b tables",
    "a sender",
  ]);
  expect([sender.asked, tables.asked]).toEqual([[["c", "a"]], [["d", "b"]]]);
});

test("where all have ended nobody who sends is asked anything", async () => {
  const { sender, progressOf } = asking();
  await progressOf([campaign("a", "finished")]);
  expect(sender.asked).toEqual([]);
});
