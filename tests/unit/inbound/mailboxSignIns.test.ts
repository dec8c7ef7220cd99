import { expect, test } from "bun:test";
import * as tables from "../../../db/schema.sqlite.ts";
import type { Core } from "../../../server/core/core.ts";
import type { MailboxPlace } from "../../../server/inbound/mailbox.ts";
import { mayUseAccountSecret } from "../../../server/inbound/mailboxPlace.ts";
import { createMailboxSignIns } from "../../../server/inbound/mailboxSignIns.ts";
import { accountSecretPlace } from "../../../server/secrets/accountSecret.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { credentialRow } from "../../support/smtp/sendingRows.ts";

const secrets = createSecrets(Buffer.alloc(32, 7));
const refused = { ok: false, fault: { kind: "wait", reason: { code: "mailbox_unreached" } } } as never;

function account(changes: { host?: string; security?: "tls" | "starttls" } = {}) {
  const row = credentialRow({ id: "account", provider: "smtp", host: "localhost", user: "ada", ...changes });
  return { ...row, secret: secrets.seal("stored", accountSecretPlace(row)) };
}

/** Where a sign-in would have gone. */
async function askedFor(host: string, { privateHosts }: { privateHosts: boolean }) {
  const places: MailboxPlace[] = [];
  const settings = { privateHosts, google: null, microsoft: null };
  // Only what renews permissions writes.
  const core = { secrets, settings, database: { tables } } as unknown as Core;
  const signIns = createMailboxSignIns(core, {
    async open(place) {
      places.push(place);
      return refused;
    },
  });
  const reading = { host, port: 993, security: "tls", user: "ada", secret: null } as const;
  const answer = await signIns.open(account({ host }), reading);
  return { places, answer };
}

test("a mailbox' server in a private network is asked nothing where those are not allowed, like one that is unknown", async () => {
  for (const host of ["127.0.0.1", "localhost", "169.254.169.254", "::1", "10.0.0.1", "nobody.invalid"]) {
    const { places, answer } = await askedFor(host, { privateHosts: false });
    expect([host, places]).toEqual([host, []]);
    expect(answer).toMatchObject({ ok: false, fault: { reason: { code: "public_server_unknown" } } });
  }
});

test("a mailbox' server is reached at the address that was judged, whatever its name leads to by then", async () => {
  const { places } = await askedFor("localhost", { privateHosts: true });
  expect(places).toHaveLength(1);
  expect(places[0]).toMatchObject({ host: "localhost" });
  expect(["127.0.0.1", "::1"]).toContain(String(places[0]?.pinnedAddress));
});

test("an account's stored password goes to its mailbox by no weaker encryption than it was entered for", () => {
  const wanted = (security: "tls" | "starttls" | "none") => ({
    host: "localhost",
    port: security === "tls" ? 993 : 143,
    security,
    user: "ada",
  });
  const may = (stored: "tls" | "starttls", security: "tls" | "starttls" | "none") =>
    mayUseAccountSecret(account({ security: stored }), wanted(security));
  expect([may("tls", "tls"), may("tls", "starttls"), may("tls", "none")]).toEqual([true, false, false]);
  expect([may("starttls", "tls"), may("starttls", "starttls"), may("starttls", "none")]).toEqual([
    true,
    true,
    false,
  ]);
});
