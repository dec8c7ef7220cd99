import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestPerson, TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(30_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  ({ server, person, machine } = await startSignedInMachine());
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const file = (name: string, text: string) => Bun.write(join(machine.home, name), text);

test("a value that is neither yes nor no imports nobody until a flag says what it means", async () => {
  await file("unread.csv", "Name,Email,Opt-out\nAda,ada@unread.test,maybe\nBob,bob@unread.test,\n");
  const refused = await machine.run(["import", "unread.csv"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    '1 value of "Opt-out" could not be read as yes or no: "maybe". Say what they mean: --unread unsubscribed opts these people out, --unread subscribed does not.\n',
  ]);
  expect(await person.client("GET /amplify/imports")).toEqual([]);
  const taken = await machine.run(["import", "unread.csv", "--unread", "unsubscribed", "--json"]);
  expect(taken.events.at(-1)).toMatchObject({ event: "imported", added: 2, optedOut: 1 });
});

test.each([
  [
    "Color,Size\nred,4\n",
    'No column has a heading such as "Email", or addresses in its first rows. The first columns are: Color, Size',
  ],
  [
    "Email,Size\nada@nameless.test,4\n",
    'No column is called "First name" or "Name", and a lead has one. The first columns are: Email, Size',
  ],
])("a file without leads is told which column it misses", async (text, missing) => {
  await file("missing.csv", text);
  const refused = await machine.run(["import", "missing.csv"]);
  expect([refused.code, refused.stderr]).toEqual([1, `${missing}\nNo leads found in the file\n`]);
});

test("a file that is not UTF-8 says how it is read, and --encoding takes another of its names", async () => {
  await Bun.write(join(machine.home, "cz.csv"), Buffer.from("Name,Email\n\xd8eho\xf8,r@cz.test\n", "latin1"));
  const wrong = await machine.run(["import", "cz.csv", "--encoding", "ebcdic"]);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/^--encoding is one of windows-1252, /),
  ]);
  const guessed = await machine.run(["import", "cz.csv"]);
  expect(guessed.stderr).toContain("The file is not UTF-8, and its letters are read as windows-1252.");
  const named = await machine.run(["import", "cz.csv", "--encoding", "CP1250"]);
  expect([named.code, named.stderr]).toEqual([0, ""]);
  const found = await person.client("GET /amplify/leads", { query: { page: 1, search: "r@cz.test" } });
  expect(JSON.stringify(found)).toContain("Řehoř");
  // The plan of this person has little room.
  const body = { action: "delete" as const, which: { matching: { search: "r@cz.test" } } };
  await person.client("POST /amplify/leads/actions", { body });
});

test("a column that says who wants mail is named, asked about and chosen as one", async () => {
  const other = await server.signUp();
  const machineOfOther = createMachine(
    { AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: other.token },
    { isResident: true },
  );
  const run = (args: string[]) => machineOfOther.run(["import", join(machine.home, "news.csv"), ...args]);
  await file("news.csv", "Name,Email,Newsletter,Wants\nAda,ada@news.test,no,yes\nBob,bob@news.test,,no\n");
  const refused = await run([]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('1 value of "Newsletter" could not be read as yes or no: blank.'),
  ]);
  const taken = await run(["--unread", "subscribed"]);
  expect(taken.stderr).toContain('Whoever has a no in "Newsletter" is imported opted out.\n');
  expect(taken.stdout).toContain("2 added, 0 updated, 0 skipped, 0 rejected, 1 opted out");
  const named = await run(["--subscribed", "wants", "--json"]);
  expect(named.events.at(-1)).toMatchObject({ event: "imported", updated: 2, optedOut: 1 });
  // What a person says of a column outweighs what was guessed of it.
  const turned = await run(["--unsubscribed", "Newsletter"]);
  expect([turned.code, turned.stderr]).toEqual([
    0,
    'Not imported: "Wants". To keep it as a field: --keep-columns\n',
  ]);
  machineOfOther.remove();
});

test("a column that only stands in for first names is told as one that is not kept, as those without a place are", async () => {
  const other = await server.signUp();
  const machineOfOther = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: other.token });
  const rows = "First name,Company,Email,City\nAda,Acme,ada@firm.test,Oslo\n,Bolt,info@firm.test,Rome\n";
  await file("firms.csv", rows);
  const run = await machineOfOther.run(["import", join(machine.home, "firms.csv")]);
  machineOfOther.remove();
  expect([run.code, run.stderr]).toEqual([
    0,
    'Not imported: "Company", "City". To keep them as fields: --keep-columns\n',
  ]);
});

test("a column of consents is named and chosen as others are, and a no in a bare one is believed of mails too", async () => {
  const other = await server.signUp();
  const machineOfOther = createMachine(
    { AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: other.token },
    { isResident: true },
  );
  const run = (args: string[]) => machineOfOther.run(["import", join(machine.home, "agreed.csv"), ...args]);
  await file(
    "agreed.csv",
    "Name,Email,Consent,Counting\nAda,ada@agreed.test,no,yes\nBob,bob@agreed.test,yes,no\n",
  );
  const consents = async () => {
    const answer = await other.client("GET /amplify/leads", { query: { page: 1 } });
    const leads = "items" in answer ? answer.items : [];
    return Object.fromEntries(leads.map(({ firstName, consent, optout }) => [firstName, [consent, optout]]));
  };
  const guessed = await run([]);
  expect(guessed.code).toBe(0);
  expect(guessed.stderr).toContain('Whoever has a no in "Consent" is imported opted out.\n');
  expect(await consents()).toEqual({ Ada: ["denied", true], Bob: ["granted", false] });
  const named = await run(["--consent", "counting", "--subscribed", "Consent"]);
  expect(named.code).toBe(0);
  // A yes of a list changes no no that was known before.
  expect(await consents()).toEqual({ Ada: ["denied", true], Bob: ["denied", false] });
  machineOfOther.remove();
});

test("a file that does not fit the plan brings in what fits, and says who is missing and where to upgrade", async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `P,p${index}@plan.test\n`).join("");
  await file("many.csv", `Name,Email\n${rows}`);
  const held = 2; // From the test before.
  const run = await machine.run(["import", "many.csv", "--rejects", "rejects.csv"]);
  expect(run.code).toBe(3);
  expect(run.stdout).toContain(`${50 - held} added, 0 updated, 0 skipped, ${10 + held} rejected`);
  expect(run.stderr).toContain(
    `The Free plan holds 50 leads: ${10 + held} leads of the file were not added. Upgrade the plan`,
  );
  expect(run.stderr).toContain(`Plans, and how to upgrade: ${server.url}/pricing\n`);
  const rejects = await Bun.file(join(machine.home, "rejects.csv")).text();
  expect(rejects.split("\r\n").slice(1, -1)).toEqual(
    Array.from({ length: 12 }, (_, index) => {
      const at = 48 + index;
      return `P,p${at}@plan.test,${at + 2},"The Free plan holds 50 leads, and this one is more"`;
    }),
  );
  const none = await machine.run(["import", "rejects.csv"]);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain("12 leads of the file were not added");
  expect(none.stderr).toContain(`${server.url}/pricing`);
});

test("a file whose name says that its people left waits for a flag, and an archive says what to do with it", async () => {
  await file("cleaned.csv", "Email\nann@cleaned.test\nbea@cleaned.test\n");
  const refused = await machine.run(["import", "cleaned.csv", "--unread", "unsubscribed"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("Say it: --everybody-left opts them all out"),
  ]);
  const taken = await machine.run(["import", "cleaned.csv", "--everybody-left", "--json"]);
  expect(taken.code).toBe(0);
  expect(taken.events.at(-1)).toMatchObject({ event: "imported", added: 0, rejected: 0, rejectedOptouts: 2 });
  const archive = await machine.run(["import", "audience_export.zip"]);
  expect(archive.stderr).toContain("This is an archive. Unpack it and import its files");
});

test("an undone import says that what somebody changed since stays as it is", async () => {
  const { token } = await server.signUp();
  const theirs = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: token }, { isResident: true });
  try {
    for (const [name, text] of [
      ["before.csv", "Name,Email\nGil,gil@undo.test\n"],
      ["after.csv", "Name,Email\nGilbert,gil@undo.test\n"],
    ] as const) {
      await file(name, text);
      await theirs.run(["import", join(machine.home, name)]);
    }
    await theirs.run(["leads", "edit", "gil@undo.test", "--last-name", "Gray"]);
    const { stdout } = await theirs.run(["imports", "undo", "last"]);
    expect(stdout).toEndWith(
      "after.csv is undone: 0 leads removed, 1 as before, unless somebody changed them since.\n",
    );
    const shown = await theirs.run(["leads", "show", "gil@undo.test"]);
    expect(shown.stdout).toContain("Gilbert Gray");
  } finally {
    theirs.remove();
  }
});

test("an import that waits for another one is not called running", async () => {
  const begin = async (name: string, rowCount: number) => {
    const rows = Array.from({ length: rowCount }, (_, nth) => `P,p${nth}@turn.test\n`);
    const body = new Blob(["Name,Email\n", ...rows]);
    const { _id: id, guess } = await person.client("POST /amplify/imports", { query: { name }, body });
    const choice = { columns: guess, existing: "skip" as const };
    return person.client("POST /amplify/imports/{id}/start", { params: { id }, body: choice });
  };
  // So many that they are being read for longer than the list takes.
  const begun = [await begin("many.csv", 300_000), await begin("few.csv", 1)];
  const { stdout } = await machine.run(["imports"]);
  for (const { _id: id } of begun.reverse())
    await person.client("POST /amplify/imports/{id}/cancel", { params: { id } });
  expect(stdout).toMatch(/few\.csv +Waiting for its turn/);
});

test("an import that is told to end while it waits stops, says so, and has told each change once", async () => {
  const body = new Blob([
    "Name,Email\n",
    ...Array.from({ length: 300_000 }, (_, nth) => `P,p${nth}@turn.test\n`),
  ]);
  const { _id: id, guess } = await person.client("POST /amplify/imports", { query: { name: "m.csv" }, body });
  const params = { id };
  await person.client("POST /amplify/imports/{id}/start", {
    params,
    body: { columns: guess, existing: "skip" },
  });
  await file("behind.csv", "Name,Email\nAda,ada@behind.test\n");
  const run = machine.start(["import", "behind.csv", "--json"]);
  await until(() => run.stdout().includes("progress"));
  // It is asked for several times meanwhile.
  await Bun.sleep(1_500);
  run.interrupt("SIGTERM");
  expect(await run.exited).toBe(130);
  await person.client("POST /amplify/imports/{id}/cancel", { params });
  expect(run.stderr()).toContain("Interrupted");
  const lines = run
    .stdout()
    .split("\n")
    .filter((line) => line.includes('"progress"'));
  expect(lines).toEqual([...new Set(lines)]);
  const states = (await person.client("GET /amplify/imports")).map(({ name, state }) => [name, state]);
  expect(states).toContainEqual(["behind.csv", "cancelled"]);
});

test("an upload that is told to end says that nothing was imported", async () => {
  const asked = Promise.withResolvers<void>();
  const slow = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method !== "POST") return fetch(`${server.url}${pathname}`, request);
      asked.resolve();
      return new Promise<Response>(() => {});
    },
  });
  const own = createMachine({ AMPLIFY_SERVER: slow.url.origin, AMPLIFY_TOKEN: person.token });
  await Bun.write(join(own.home, "few.csv"), "Name,Email\nAda,ada@behind.test\n");
  try {
    const run = own.start(["import", "few.csv"]);
    await asked.promise;
    run.interrupt("SIGTERM");
    expect([await run.exited, run.stdout(), run.stderr()]).toEqual([
      130,
      "",
      "Interrupted; nothing was imported.\n",
    ]);
  } finally {
    own.remove();
    await slow.stop(true);
  }
});

test("a file that cannot be written is told before a call changes anything, as exit code 2 promises", async () => {
  await file("rejected.csv", "Name,Email\nAda,ada@files.test\nBob,nowhere\n");
  const before = await person.client("GET /amplify/imports");
  for (const path of ["nowhere/rejects.csv", "."]) {
    const imported = await machine.run(["import", "rejected.csv", "--rejects", path]);
    expect([imported.code, imported.stdout]).toEqual([2, ""]);
    expect(imported.stderr).toStartWith(`${path} cannot be written: `);
  }
  const call = ["api", "POST", "/amplify/collections", "-d", '{"name":"spring"}'];
  expect((await machine.run([...call, "-o", "nowhere/answer.json"])).code).toBe(2);
  expect(await person.client("GET /amplify/imports")).toEqual(before);
  expect(await person.client("GET /amplify/collections")).not.toContainEqual(
    expect.objectContaining({ name: "spring" }),
  );
});

test("a full disk and a line that breaks are told as such, and not as a fault of the program", async () => {
  const full = await machine.run(["leads", "export", "/dev/full", "--json"]);
  expect([full.code, full.events]).toEqual([
    1,
    [expect.objectContaining({ event: "refused", code: "file", message: expect.stringContaining("ENOSPC") })],
  ]);
  expect(full.stderr).toStartWith("/dev/full has only a part of it: ");
  const breaking = breaksOff();
  const cut = await machine.run(["leads", "export", "cut.csv"], {
    env: { AMPLIFY_SERVER: breaking.url, AMPLIFY_TOKEN: "token" },
  });
  breaking.stop();
  expect([cut.code, cut.stdout, cut.stderr]).toEqual([
    1,
    "",
    "cut.csv has only a part of it: the connection to the server broke. Try again.\n",
  ]);
});

test("a sheet comes by the path of a pipe too, as of the shell's `<(…)`", async () => {
  const through = ["sh", "-c", `printf 'First Name,Email\\nCy,cy@path.test\\n' | "$@"`, "sh"];
  const { stdout } = await machine.run(["import", "/dev/stdin"], { through });
  // The plan is full by now.
  expect(stdout).toContain("1 row: 0 added, 0 updated, 0 skipped, 1 rejected");
});

test("stdout on a full disk is no silent end", async () => {
  const through = ["sh", "-c", `"$@" >/dev/full`, "sh"];
  const { code, stderr } = await machine.run(["help"], { through });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^stdout has only a part of it: ENOSPC/)]);
});

/** A server whose line breaks in the middle of every answer. */
function breaksOff() {
  const begin =
    "HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nEmail\r\n";
  const me = JSON.stringify({ uid: "u", email: "ada@example.com" });
  const known = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${me.length}\r\n\r\n${me}`;
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, asked) {
        if (asked.toString().startsWith("GET /amplify/auth/me ")) return void socket.write(known);
        socket.write(begin);
        setTimeout(() => socket.terminate(), 50);
      },
    },
  });
  return { url: `http://127.0.0.1:${listener.port}`, stop: () => listener.stop(true) };
}
