import { afterAll, beforeAll, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer;
let path: string;
beforeAll(async () => {
  sending = await startSendingServer();
  await sending.addLeads(1);
  const form = new FormData();
  form.append("file", new File([tinyPng], "a.png", { type: "image/png" }));
  const { url } = await sending.person.client("POST /amplify/images", { body: form });
  path = new URL(url, sending.server.url).pathname;
});
afterAll(() => sending.close());

const html = () =>
  `<img src="${path}"><a href='${path}'>whole</a><p style="background:url(&quot;${path}&quot;)">${path}</p><img src="/images/a.png">`;
const whole = () => {
  const address = `${sending.server.url}${path}`;
  return `<img src="${address}"><a href='${address}'>whole</a><p style="background:url(&quot;${address}&quot;)">${path}</p><img src="/images/a.png">`;
};
const toOne = { from: sender, leads: [{ email: "lead0@in.test" }] };
const accepted = async (nth: number) => {
  await until(() => sending.smtp.accepted.length > nth);
  return (await PostalMime.parse(sending.smtp.accepted[nth]?.raw ?? "")).html ?? "";
};

test("a picture of the installation's own that HTML names by its path is whole in a preview, a test and a send", async () => {
  const { client } = sending.person;
  const { html: seen } = await client("POST /email/preview", { body: { subject: "Hi", html: html() } });
  expect(seen).toContain(whole());
  await client("POST /email/send/test", { body: { subject: "Hi", html: html() } });
  expect(await accepted(0)).toContain(whole());
  await client("POST /email/send", { body: { ...toOne, subject: "Hi", html: html(), trackClicks: false } });
  expect(await accepted(1)).toContain(whole());
});

test("a picture of the installation's own is whole in a transactional mail", async () => {
  await sending.person.client("POST /email/transactional", {
    body: { to: [{ email: "ann@in.test" }], subject: "Hi", html: html() },
  });
  expect(await accepted(2)).toContain(whole());
});

test("before a send it is warned of another picture that leads nowhere, and of none of the installation's own", async () => {
  const plan = await sending.person.client("POST /email/send/plan", {
    body: { ...toOne, subject: "Hi", html: html() },
  });
  expect(plan.warnings.filter(({ kind }) => kind === "deadLinks" || kind === "deadPictures")).toEqual([
    { kind: "deadPictures", text: expect.stringContaining("“/images/a.png”") },
  ]);
});
