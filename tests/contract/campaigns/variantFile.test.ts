import { afterEach, expect, test } from "bun:test";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer | undefined;
afterEach(async () => {
  await sending?.close();
  sending = undefined;
});

test("the file of a campaign calls its variants by their letters, as the page does, and the rest by nothing", async () => {
  sending = await startSendingServer();
  await sending.addLeads(30);
  const { client, cookie } = sending.person;
  const variants = [
    { id: "first", share: 40 },
    { id: "other", share: 40 },
  ];
  const tested = { ...step("one", 0), variants, test: { by: "clicks" as const, afterMinutes: 60 } };
  const plan = await drafted(sending, { kind: "sequence", steps: [tested], trackClicks: true });
  const { _id: id } = await started(sending, plan, null);
  const parts = () => client("GET /amplify/campaigns/{id}/parts", { params: { id } });
  await until(async () => (await parts()).filter(({ counts }) => counts.sent > 0).length === 2);
  const url = `${sending.server.url}/amplify/campaigns/${id}/deliveries.csv`;
  const file = async () => (await fetch(url, { headers: { cookie } })).text();
  const letters = (text: string) =>
    new Set(
      text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[9]),
    );
  expect(letters(await file())).toEqual(new Set(["A", "B", ""]));
});
