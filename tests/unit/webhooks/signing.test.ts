import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { webhookTypes } from "../../../contract/schemas/webhookTypes.ts";
import { javaScriptExample, pythonExample } from "../../../islands/Workspace/api/webhooks/examples.ts";
import { nextWaitMs } from "../../../server/webhooks/attempt.ts";
import { newWebhookSecret, webhookHeaders } from "../../../server/webhooks/signing.ts";

const body = JSON.stringify({ id: "evt_1", said: "Grüße, 世界" });
const docs = readFileSync(join(import.meta.dir, "../../../docs/WEBHOOKS.md"), "utf8");
const now = () => String(Math.floor(Date.now() / 1000));
const signedBy = (secrets: readonly string[], atMs = Date.now()) =>
  webhookHeaders({ id: "evt_1", atMs, body, secrets });

/** What stands on the page and in the docs, run. */
async function withExample<T>(use: (isOurs: (asked: object) => boolean) => T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-example-"));
  const file = join(folder, "example.mjs");
  writeFileSync(file, javaScriptExample);
  try {
    return use((await import(file)).isFromAmplify);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a signature is that of Standard Webhooks, for every secret that counts", () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const headers = signedBy(secrets);
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  for (const [secret, sent] of [
    [newWebhookSecret(), body],
    [secrets[0] ?? "", `${body} `],
  ] as const)
    expect(() => new Webhook(secret).verify(sent, headers)).toThrow();
});

test("the example that we show takes what is ours, by either secret, and nothing else", async () => {
  const [secret, former] = [newWebhookSecret(), newWebhookSecret()];
  await withExample((isOurs) => {
    const headers = signedBy([secret, former]);
    expect(isOurs({ secret, headers, body })).toBe(true);
    expect(isOurs({ secret: former, headers, body: Buffer.from(body) })).toBe(true);
    expect(isOurs({ secret: newWebhookSecret(), headers, body })).toBe(false);
    expect(isOurs({ secret, headers, body: body.replace("evt_1", "evt_2") })).toBe(false);
    expect(isOurs({ secret, headers: { ...headers, "webhook-id": "evt_2" }, body })).toBe(false);
    expect(isOurs({ secret, headers: signedBy([secret], Date.now() - 600_000), body })).toBe(false);
  });
});

/** What anybody may send to a receiver's address, without its secret. */
const strangers = [
  {},
  { "webhook-timestamp": now() },
  { "webhook-id": "evt_1", "webhook-timestamp": now() },
  { "webhook-id": "evt_1", "webhook-timestamp": now(), "webhook-signature": "" },
  { "webhook-id": "evt_1", "webhook-timestamp": now(), "webhook-signature": "v1,é v2,x" },
  ...["soon", "²", "9".repeat(5_000)].map((time) => ({
    ...signedBy([newWebhookSecret()]),
    "webhook-timestamp": time,
  })),
];

test("the example that we show says no to what is not signed at all, and never breaks on it", async () => {
  await withExample((isOurs) => {
    for (const headers of strangers)
      expect(isOurs({ secret: newWebhookSecret(), headers, body })).toBe(false);
  });
});

test.skipIf(Bun.which("python3") === null)("that of Python says the same", () => {
  const [secret, former] = [newWebhookSecret(), newWebhookSecret()];
  const all = [signedBy([secret, former]), signedBy([secret], Date.now() - 600_000), ...strangers];
  const program = `${pythonExample}
import json, sys
print([is_from_amplify("${secret}", headers, sys.argv[2].encode()) for headers in json.loads(sys.argv[1])])`;
  const { stdout, stderr } = Bun.spawnSync(["python3", "-c", program, JSON.stringify(all), body]);
  expect(stderr.toString()).toBe("");
  expect(stdout.toString().trim()).toBe(
    `[${all.map((_, nth) => (nth === 0 ? "True" : "False")).join(", ")}]`,
  );
});

test("the docs show the same examples as the page", () => {
  const bare = (code: string) => code.replace(/^(#|\/\/) body: .*\n/m, "").trim();
  expect(docs).toContain(bare(javaScriptExample));
  expect(docs).toContain(bare(pythonExample));
});

test("the docs name every type of event, and none that there is not", () => {
  const table = /\n## Events\n([\s\S]*?)\n```/.exec(docs)?.[1] ?? "";
  const named = [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, types = ""]) => {
    const [first = "", ...more] = [...types.matchAll(/`([^`]+)`/g)].map(([, type = ""]) => type);
    return [first, ...more.map((end) => first.replace(/\..*/, end))];
  });
  expect(named.toSorted()).toEqual(webhookTypes.toSorted());
});

test("the waits of an event grow, are together about a day, and are never shortened by Retry-After", () => {
  const waits = Array.from({ length: 8 }, (_, index) => nextWaitMs(index + 1, null, 0) ?? 0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(22);
  expect(hours).toBeLessThan(26);
  expect(nextWaitMs(9, null, 0)).toBeNull();
  expect(nextWaitMs(1, 60_000, 0)).toBe(60_000);
  expect(nextWaitMs(4, 1_000, 0)).toBe(1_800_000);
  expect(nextWaitMs(1, 999_999_999_000, 0)).toBe(8 * 3_600_000);
});
