import { expect, setDefaultTimeout } from "bun:test";
import { createClient } from "../../../contract/client.ts";
import { rateLimits } from "../../../contract/limits/http.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { threeServersOf } from "../../support/postgres/threeServers.ts";
import { fillWithLeads, processSender } from "../../support/server/serveProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(90_000);

onPostgres("three servers on one PostgreSQL", (postgres) => {
  const { testThree, group, url } = threeServersOf(postgres, { AMPLIFY_RATE_LIMITS: "on" });

  testThree(
    "let five wrong passwords through together, however many are tried at once, and the right one then waits too",
    async () => {
      await fillWithLeads(group().urls[0], 1);
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, n) => logIn(group().urls[n % 3] ?? "", `Wrong-${n}`)),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      const { count } = rateLimits.loginPerAccount;
      expect(statuses).toEqual([...Array(count).fill(401), ...Array(15 - count).fill(429)]);
      for (const base of group().urls) {
        const refused = await logIn(base, goodPassword);
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(600);
      }
      const kept = await postgres.ask<{ key: string }>(url(), 'SELECT key FROM "rateWindows"');
      expect(kept.length).toBeGreaterThan(0);
      expect(JSON.stringify(kept)).not.toContain("ada");
    },
  );

  testThree("count a person's calls together, whichever of them is asked", async () => {
    const token = await fillWithLeads(group().urls[0], 1);
    const { count } = rateLimits.exportPerUser;
    const statuses: number[] = [];
    for (let n = 0; n < count + 3; n += 1) {
      const answer = await fetch(`${group().urls[n % 3]}/amplify/account/export`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(count).fill(200), 429, 429, 429]);
  });

  testThree(
    "accept a send once that comes to two of them at once, named or not, and give both the same answer",
    async () => {
      const token = await fillWithLeads(group().urls[0], 40);
      const send = (base: string, subject: string, key?: string) =>
        createClient({ base, token })(
          "POST /email/send",
          { body: { subject, html: "<p>Hi</p>", from: processSender, collection: "all" } },
          key === undefined ? {} : { idempotencyKey: key },
        );
      const [a, b, c] = group().urls;
      const named = await Promise.all([send(a, "Named", "monday"), send(b, "Named", "monday")]);
      const unnamed = await Promise.all([send(a, "Clicked"), send(b, "Clicked"), send(c, "Clicked")]);
      for (const answers of [named, unnamed]) {
        expect(new Set(answers.map(({ campaignId }) => campaignId)).size).toBe(1);
        expect(answers.map(({ accepted }) => accepted)).toEqual(answers.map(() => 40));
      }
      const campaigns = await postgres.ask<{ subject: string }>(url(), "SELECT subject FROM campaigns");
      expect(campaigns.map(({ subject }) => subject).toSorted()).toEqual(["Clicked", "Named"]);
      await until(() => group().smtp.acceptedCount() === 80, 60_000);
      const pairs = group().smtp.accepted.map(({ to, raw }) => `${to} ${subjectOf(raw)}`);
      expect(new Set(pairs).size).toBe(80);
    },
  );
});

const logIn = (base: string, password: string) =>
  fetch(`${base}/amplify/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ada@example.com", password }),
  });

const subjectOf = (raw: Uint8Array) => /^Subject: (.*)\r$/m.exec(new TextDecoder().decode(raw))?.[1];
