import { expect, setDefaultTimeout } from "bun:test";
import { createClient } from "../../../contract/client.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { threeServersOf } from "../../support/postgres/threeServers.ts";
import { openRawSocket } from "../../support/server/rawSocket.ts";
import { fillWithLeads } from "../../support/server/serveProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(90_000);

onPostgres("what is changed at one of three servers", (postgres) => {
  const { testThree, group } = threeServersOf(postgres);

  testThree("is told to the person's other tabs, whichever server each of them is connected to", async () => {
    const [a, b, c] = group().urls;
    await fillWithLeads(a, 1);
    const [one, other] = [await signIn(a), await signIn(b)];
    const tabs = await Promise.all([a, b, c].map((base) => listening(base, other)));
    const own = await listening(b, one);

    await createClient({ base: a, token: one.token })("POST /amplify/collections", {
      body: { name: "spring" },
    });
    for (const tab of tabs) await until(() => tab.topics().length > 0);
    await createClient({ base: c, token: other.token })("POST /templates", {
      body: { name: "Letter", html: "<p>Hello</p>" },
    });
    await until(() => own.topics().length > 0);
    // Each session is told what the other has changed, and not what it has changed itself at another server.
    expect(own.topics()).toEqual(["templates"]);
    expect(tabs.map(({ topics }) => topics())).toEqual([["collections"], ["collections"], ["collections"]]);
    for (const { end } of [...tabs, own]) end();
  });
});

type Session = { uid: string; token: string; cookie: string };

async function signIn(base: string): Promise<Session> {
  const answer = await fetch(`${base}/amplify/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ada@example.com", password: goodPassword }),
  });
  const { uid, token } = (await answer.json()) as { uid: string; token: string };
  return { uid, token, cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

/** A tab of that session, and the topics it is told of. */
async function listening(base: string, { uid, cookie }: Session) {
  const headers = { cookie, origin: base };
  const socket = await openRawSocket({ port: Number(new URL(base).port), path: `/ws/${uid}`, headers });
  expect(socket.status).toContain("101");
  return {
    topics: () =>
      socket.messages
        .map((text) => JSON.parse(text).data)
        .filter(({ target }) => target === "changed")
        .flatMap((data) => data.topics as string[]),
    end: () => socket.end(),
  };
}
