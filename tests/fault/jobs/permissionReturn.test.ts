import { afterEach, expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { createGooglePermissions } from "../../../server/accounts/googlePermissions.ts";
import { createClock } from "../../../server/core/clock.ts";
import { createJobs, type Jobs } from "../../../server/jobs/jobs.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { failNth, PlannedFault } from "../../support/db/failNth.ts";
import { type GoogleStandIn, startGoogleStandIn } from "../../support/google/googleStandIn.ts";
import { leadBook } from "../../support/leads/leadBook.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { movedTime } from "../../support/server/movedTime.ts";
import { until } from "../../support/until.ts";

let jobs: Jobs | undefined;
let google: GoogleStandIn | undefined;
afterEach(async () => {
  await jobs?.close();
  google?.close();
});

const key = { workspaceId: "ada", id: "account" };

/** Ada's connected account, and a worker whose waits a test lets pass. */
async function begin(database: Database) {
  google = await startGoogleStandIn();
  const time = movedTime();
  const { log, entries } = keptLog();
  const core = {
    ...leadBook(database).core,
    settings: readSettings(google.environment),
    clock: createClock(time),
    log,
  };
  const token = google.allow("ada@gmail.example", ["https://www.googleapis.com/auth/gmail.send"]);
  const store = createCredentialStore(database);
  const row = await store.add(
    {
      ...key,
      provider: "google",
      type: "gscope",
      appEmail: "ada@gmail.example",
      googleSubject: "g1",
      alias: "Ada <ada@gmail.example>",
      gapMs: 0,
      paused: false,
      createdAt: 1,
      secret: core.secrets.seal(token, { workspaceId: "ada", rowId: "account", field: "appPassword" }),
    },
    9,
  );
  const permissions = createGooglePermissions(core);
  const queue = createJobStore(database);
  return {
    google,
    entries,
    store,
    row,
    permissions,
    token,
    waiting: () => queue.page({ beforeId: null, sizeMax: 9 }),
    work() {
      jobs = createJobs(core);
      jobs.start({ permissionReturn: permissions.handler });
    },
    passMinute() {
      time.passMinutes(1, core.clock.now);
      jobs?.wake();
    },
  };
}

eachDatabase("the permission of a Google account that is removed", (open) => {
  const database = emptyBeforeEach(open);

  test("is given back in the end though Google is in trouble, and after a restart in between", async () => {
    const { google, entries, store, row, permissions, token, waiting, work, passMinute } = await begin(
      database(),
    );
    let tries = 0;
    google.script.revoke = () => (++tries <= 2 ? 503 : null);
    await store.remove(key, permissions.returning([row]));
    expect(JSON.stringify(await waiting())).not.toContain(token);
    work();
    await until(() => entries.length === 1);
    await jobs?.close();
    expect(google.refreshTokens()).toEqual([token]);
    work();
    passMinute();
    await until(() => entries.length === 2);
    passMinute();
    await until(() => google.refreshTokens().length === 0);
    await until(async () => (await waiting()).length === 0);
    const kind = "permissionReturn";
    expect(entries).toMatchObject([
      { kind, level: "warn", attempt: 1 },
      { kind, level: "warn", attempt: 2 },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  test("stays where the account stayed, and where it is connected anew before Google could be told", async () => {
    const { google, store, row, permissions, token, waiting, work, passMinute, entries } = await begin(
      database(),
    );
    google.script.revoke = () => 500;
    const failing = createCredentialStore(failNth(database(), 1).database);
    await expect(failing.remove(key, permissions.returning([row]))).rejects.toBeInstanceOf(PlannedFault);
    expect(await store.remove({ ...key, workspaceId: "eve" }, permissions.returning([row]))).toBe(false);
    expect(await waiting()).toEqual([]);
    await store.remove(key, permissions.returning([row]));
    work();
    await until(() => entries.length === 1);
    await store.add({ ...row, id: "again" }, 9);
    google.script.revoke = () => null;
    passMinute();
    await until(async () => (await waiting()).length === 0);
    expect(google.refreshTokens()).toEqual([token]);
  });
});
