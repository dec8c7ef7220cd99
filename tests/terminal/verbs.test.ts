import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestPerson, TestServer } from "../support/server/testServer.ts";
import { tinyPng } from "../support/templates/tinyPng.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(120_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  ({ server, person, machine } = await startSignedInMachine({ status: "AMEX" }));
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

/** Runs a command whose words are parted by blanks; answers its code and what it printed. */
async function run(line: string | string[], stdin?: string) {
  const args = typeof line === "string" ? line.split(" ") : line;
  return machine.run(args, stdin === undefined ? {} : { stdin });
}

test("a lead is added, changed, opted out and in, noted down, removed and brought back", async () => {
  await run("fields add Town");
  const added = await run(
    "leads add bo@verbs.test --first-name Bo --last-name Lind --collection spring --field town=Oslo",
  );
  expect([added.code, added.stdout, added.stderr]).toEqual([0, "bo@verbs.test is added.\n", ""]);
  const again = await run("leads add bo@verbs.test --first-name Bo --last-name Lind");
  expect(again.code).toBe(1);
  expect((await run("leads edit bo@verbs.test")).code).toBe(2);
  expect((await run("leads add --first-name Bo --last-name Lind")).code).toBe(2);
  const named = await run("leads add --email cy@option.test --first-name Cy --last-name Lind --json");
  expect((await run(`leads remove ${named.events[0]?._id}`)).stdout).toBe("1 lead removed.\n");
  expect((await run("leads edit Bo@Verbs.test --phone 123 --field town=")).stdout).toBe(
    "bo@verbs.test is saved.\n",
  );
  // An address within another one is somebody else's.
  await run("leads add ebo@verbs.test --first-name Ebo --last-name Lind");
  const [shown] = (await run("leads show bo@verbs.test --json")).events;
  expect(shown).toMatchObject({ firstName: "Bo", phone: "123", collection: ["spring"], fields: {} });
  expect((await run("leads opt-out bo@verbs.test")).stdout).toBe("1 lead opted out.\n");
  expect((await run(`leads show ${shown?._id}`)).stdout).toMatch(/Opted out {5}yes since .*, by somebody of/);
  expect((await run("leads opt-in bo@verbs.test")).stdout).toBe("bo@verbs.test is opted in.\n");
  expect((await run("leads notes add bo@verbs.test -", "Met in Oslo\n")).code).toBe(0);
  const [note] = (await run("leads notes bo@verbs.test --json")).events;
  expect(note).toMatchObject({ event: "note", text: "Met in Oslo" });
  expect((await run(`leads notes remove bo@verbs.test ${note?._id}`)).code).toBe(0);
  expect((await run("leads notes bo@verbs.test")).stdout).toBe("There are no notes.\n");

  const nobody = await run("leads show nobody@verbs.test");
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("There is no lead")]);
  const removed = await run("leads remove bo@verbs.test ebo@verbs.test");
  expect([removed.code, removed.stdout]).toEqual([0, "2 leads removed.\n"]);
  const restore = removed.stderr.match(/amplify (leads restore \S+)/)?.[1] ?? "";
  expect((await run(restore)).stdout).toBe("2 leads brought back.\n");
});

test("whom to remove or opt out has to be said, and many are not without a yes", async () => {
  for (const verb of ["remove", "opt-out"]) {
    expect((await run(`leads ${verb}`)).stderr).toStartWith("Say which leads");
    const unasked = await run(`leads ${verb} --search verbs.test`);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("add --yes")]);
    const both = await run(`leads ${verb} bo@verbs.test --search verbs.test`);
    expect(both.code).toBe(2);
  }
  expect((await run("leads opt-out --search nobody-has-this --yes")).code).toBe(1);
  expect((await run("leads opt-out --search ebo@verbs.test --yes")).stdout).toBe("1 lead opted out.\n");
});

test("collections are added, filled, renamed, merged and removed", async () => {
  expect((await run("collections add Autumn")).stdout).toBe("The collection autumn is there.\n");
  expect((await run("leads join autumn bo@verbs.test ebo@verbs.test")).stdout).toBe(
    "2 leads put into autumn.\n",
  );
  expect((await run("leads leave autumn bo@verbs.test")).stdout).toBe("1 lead taken out of autumn.\n");
  expect((await run("collections rename autumn fall")).stdout).toBe("It is called fall now.\n");
  const missing = await run("collections rename autumn again");
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("There is: ")]);
  expect((await run("collections merge fall spring")).stdout).toBe(
    "fall is part of spring now, which has 2 leads.\n",
  );
  expect((await run("collections remove spring")).stdout).toBe(
    "The collection spring is removed; its leads stay.\n",
  );
  expect((await run("collections")).stdout).toMatch(/^NAME +LEADS\nall +2\n$/);
});

test("a list that is a part says so, also to programs, and all or so many are had by asking", async () => {
  const leads = Array.from({ length: 120 }, (_, n) => ({
    firstName: "P",
    lastName: "Q",
    email: `p${n}@many.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const part = await run("leads --json");
  expect(part.events.filter(({ event }) => event === "lead")).toHaveLength(50);
  expect(part.events.at(-1)).toEqual({ event: "list", of: "lead", shown: 50, total: 122, left: 72 });
  expect(part.stderr).toBe("This is a part: 50 of 122. For all of it: amplify leads --all\n");
  const all = await run("leads --json --all --search many.test");
  expect(all.events).toHaveLength(121);
  expect(all.stderr).toBe("");
  expect((await run("leads --json --limit 60")).events.at(-1)).toMatchObject({ shown: 60, left: 62 });
  await run("collections add lone");
  expect((await run("leads --json --limit 60 --page 3")).events).toHaveLength(3);
  expect((await run("leads --all --page 2")).stderr).toBe("Say --page or --all; not both.\n");
  expect((await run("collections --json --limit 1")).events).toHaveLength(2);
  // Sorted and with chosen fields alike, whatever is listed; what a list has not is refused with what it has.
  const sorted = (await run("collections --json --sort name --desc --fields name,count")).events;
  const names = sorted.map(({ name }) => String(name));
  expect(names).toEqual(names.toSorted().toReversed());
  expect(sorted.map((entry) => Object.keys(entry).join())).toEqual(names.map(() => "event,name,count"));
  const [first] = (await run("leads --json --sort email --desc --limit 1 --fields email")).events;
  expect(first).toEqual({ event: "lead", email: expect.any(String) });
  const emails = (await run("leads --json --all --fields email")).events.flatMap(({ email }) => email ?? []);
  expect(first?.email as unknown).toBe(emails.map(String).toSorted().at(-1));
  expect((await run("collections --json --fields town")).code).toBe(2);
});

test("what is longer than a pipe holds reaches whoever is slow to read it", async () => {
  const leads = Array.from({ length: 300 }, (_, n) => ({
    firstName: "Slow",
    email: `${"slow".repeat(15)}${n}@${"reader".repeat(10)}.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  // How long the reader waits decides only whether a broken program would be seen.
  const slow = ["sh", "-c", '"$@" | { sleep 2; cat; }', "sh"];
  for (const line of ["leads --json --all --search slow", "api GET /amplify/leads -q pageSize=500"]) {
    const { stdout } = await run(line);
    expect(stdout.length).toBeGreaterThan(64 * 1024);
    expect((await machine.run(line.split(" "), { through: slow })).stdout).toBe(stdout);
  }
  await run("leads remove --search slow --yes");
});

test("leads are exported to stdout, where nothing else is, and to a file for its owner alone", async () => {
  for (const to of ["leads export", "leads export - --json"]) {
    const { stdout, stderr, code } = await run(`${to} --search bo@verbs.test`);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.replace(/^\uFEFF/, "")).toMatch(/^[^\n{]*[Ee]mail/);
    expect(stdout.trim().split("\n")).toHaveLength(3);
  }
  expect((await run("leads export all.xlsx")).stdout).toBe("Written to all.xlsx.\n");
  expect((await Bun.file(join(machine.home, "all.xlsx")).text()).slice(0, 2)).toBe("PK");
  expect(statSync(join(machine.home, "all.xlsx")).mode & 0o077).toBe(0);
  expect((await run("leads export nowhere/all.csv")).code).toBe(2);
});

test("templates are pulled and pushed, as HTML and as designs, through files and pipes", async () => {
  expect((await run("templates push News -", "<p>Hello {{firstName}}, {{nothing}}</p>")).stdout).toBe(
    "News is saved as version 1.\n",
  );
  const pulled = await run("templates pull news");
  expect([pulled.code, pulled.stderr]).toEqual([0, ""]);
  expect(pulled.stdout).toContain("<p>Hello {{firstName}}");
  await Bun.write(join(machine.home, "news.html"), "<p>Hello again {{firstName}}</p>");
  expect((await run("templates push News news.html")).stdout).toBe("News is saved as version 2.\n");
  const late = await run("templates push News news.html --version 1");
  expect([late.code, late.stdout]).toEqual([1, ""]);
  expect((await run("templates pull News - --version 1")).stdout).toContain("{{nothing}}");
  expect((await run("templates versions News --json")).events.map(({ version }) => version)).toContain(1);
  expect((await run("templates revert News 1")).stdout).toBe("News is saved as version 3.\n");
  const preview = await run("templates preview News --lead bo@verbs.test --text");
  expect(preview.stdout).toContain("Hello Bo, ");
  expect(preview.stderr).toContain("so it stays as it is: nothing");
  expect((await run("templates pull News --design")).stderr).toContain("has no design");

  const [starter] = (await person.client("GET /templates/public")).filter(({ design }) => design !== null);
  await run(["templates", "pull", starter?._id ?? "", "starter.json"]);
  expect((await run("templates push Mine starter.json")).stdout).toBe("Mine is saved as version 1.\n");
  const [mine] = (await run("templates show Mine --json")).events;
  expect(mine).toMatchObject({ design: starter?.design, html: expect.stringContaining("</html>") });
  const over = await run("templates push Mine news.html");
  expect([over.code, over.stderr]).toEqual([1, expect.stringContaining("--drop-design")]);
  expect((await run("templates push Mine news.html --drop-design")).code).toBe(0);
});

test("a template that is there twice is told by its identifiers, and one of the two can go", async () => {
  await Bun.write(join(machine.home, "twin.html"), "<p>Twin</p>");
  expect((await run("templates add Twin twin.html")).stderr).toBe("");
  expect((await run("templates add twin twin.html")).stderr).toStartWith("You have 2 templates called twin");
  const which = await run("templates pull Twin");
  const ids = which.stderr.match(/[\w-]{8} \(version 1\)/g) ?? [];
  expect([which.code, ids.length]).toEqual([1, 2]);
  const id = ids[0]?.split(" ")[0] ?? "";
  expect((await run(`templates pull ${id}`)).stdout).toContain("Twin");
  const removed = await run(`templates remove ${id}`);
  expect((await run("templates pull Twin")).code).toBe(0);
  const restore = removed.stderr.match(/amplify (templates restore \S+)/)?.[1] ?? "";
  expect((await run(restore)).code).toBe(0);
  expect((await run(["templates", "rename", id, "Not a twin"])).stdout).toBe(
    "It is called Not a twin now.\n",
  );
  expect((await run("templates duplicate Twin")).stdout).toMatch(/^Saved as twin \(copy\)\.\n$/i);
  expect((await run("templates publish Twin")).code).toBe(1);
});

test("templates are put into folders, and folders are renamed, removed and brought back", async () => {
  expect((await run("templates folders add Spring")).code).toBe(0);
  expect((await run("templates move News spring")).stdout).toBe("News is in Spring.\n");
  expect((await run("templates show News")).stdout).toContain("Folder        Spring\n");
  await run("templates folders rename Spring Summer");
  const removed = await run("templates folders remove Summer");
  expect((await run("templates folders")).stdout).toBe("There is no folder yet.\n");
  await run(removed.stderr.match(/amplify (templates folders restore \S+)/)?.[1] ?? "");
  expect((await run("templates move News none")).stdout).toBe("News is in no folder.\n");
  expect((await run("templates folders --json")).events).toMatchObject([{ name: "Summer" }]);
});

test("accounts are shown, changed and tried, and mails in the sandbox are listed, read and emptied", async () => {
  await run([
    "accounts",
    "add",
    "ada@verbs.test",
    "--provider",
    "sandbox",
    "--alias",
    "Ada <ada@verbs.test>",
  ]);
  expect((await run("accounts edit ada@verbs.test")).code).toBe(2);
  const edited = await run([
    "accounts",
    "edit",
    "ada@verbs.test",
    "--name",
    "Ada Lovelace",
    "--per-day",
    "7",
  ]);
  expect([edited.code, edited.stderr]).toEqual([0, ""]);
  const shown = (await run("accounts show ada@verbs.test")).stdout;
  expect(shown).toMatch(/Seen as +Ada Lovelace <ada@verbs\.test>\n/);
  expect(shown).toMatch(/Per day +7\n/);
  const plain = await run("accounts edit ada@verbs.test --no-name --json");
  expect(plain.events[0]).toMatchObject({ displayName: null, perDay: 7 });
  expect((await run("accounts test ada@verbs.test")).stdout).toStartWith("ada@verbs.test: ");

  expect((await run("sandbox")).stdout).toBe("The sandbox mailbox is empty.\n");
  expect((await run("send --template News --test")).code).toBe(0);
  expect((await run("sandbox --json")).events.at(-1)).toMatchObject({ event: "list", total: 1 });
  const mail = await run("sandbox show last");
  expect(mail.stdout).toMatch(/^(.+\r?\n)*From: /m);
  expect((await run("sandbox empty")).code).toBe(0);
});

test("one's own account is shown and exported, and sessions are ended one by one", async () => {
  expect((await run("account")).stdout).toContain(person.email);
  expect((await run("account")).stdout).toMatch(/\nPlan +Enterprise\n/);
  expect((await run("account plan --json")).events[0]).toMatchObject({ event: "plan", plan: "enterprise" });
  expect((await run("account export mine.zip")).stdout).toBe("Written to mine.zip.\n");
  expect((await Bun.file(join(machine.home, "mine.zip")).text()).slice(0, 2)).toBe("PK");
  const sessions = (await run("account sessions --json")).events;
  const others = sessions.filter(({ current }) => current !== true);
  expect(sessions.length - others.length).toBe(1);
  expect((await run(`account sessions end ${others[0]?._id}`)).stdout).toStartWith("Signed out of ");
  expect((await run("account sessions end nothing")).code).toBe(1);
  expect((await run("account sessions --json")).events).toHaveLength(sessions.length - 1);
});

test("fields, segments and pictures are changed, removed and brought back", async () => {
  expect((await run("fields edit town --label Place")).stdout).toBe("Place is saved.\n");
  const field = await run("fields remove town");
  expect((await run("fields edit town --label X")).stderr).toEndWith('"town". There is none yet.\n');
  expect((await run(field.stderr.match(/amplify (fields restore \S+)/)?.[1] ?? "")).stdout).toBe(
    "Place is there again.\n",
  );
  await run("segments add New --joined 30");
  const question = '{ "match": "all", "of": [{ "about": "optedOut", "op": "no" }] }';
  expect((await run("segments edit New --name Reachable --file -", question)).stdout).toBe(
    "Reachable is saved.\n",
  );
  const segment = await run("segments remove Reachable");
  expect((await run(segment.stderr.match(/amplify (segments restore \S+)/)?.[1] ?? "")).code).toBe(0);
  await Bun.write(join(machine.home, "dot.png"), tinyPng);
  expect((await run("images add dot.png --alt Dot")).stdout).toStartWith("dot.png: http");
  expect((await run("images describe dot.png Point")).code).toBe(0);
  const [image] = (await run("images --json")).events;
  expect(image).toMatchObject({ name: "dot.png", alt: "Point" });
  const removed = await run("images remove dot.png");
  expect((await run(removed.stderr.match(/amplify (images restore \S+)/)?.[1] ?? "")).code).toBe(0);
});

test("any call of the contract is made by its path, with its body from stdin or a file", async () => {
  const made = await run(["api", "post", "/amplify/collections", "-d", '{"name":"by hand"}']);
  expect([made.code, JSON.parse(made.stdout)]).toEqual([0, expect.objectContaining({ name: "by hand" })]);
  const page = await run("api GET /amplify/leads?pageSize=2 -q page=2 --json");
  expect(page.stdout.trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(page.stdout)).toMatchObject({ page: 2, pageSize: 2, total: 122 });
  const { _id: id } = JSON.parse(made.stdout) as { _id: string };
  expect((await run(`api PATCH /amplify/collections/${id} -d -`, '{"name":"by pipe"}')).code).toBe(0);
  await Bun.write(
    join(machine.home, "lead.json"),
    '{"leads":[{"firstName":"Api","email":"api@verbs.test"}]}',
  );
  const bulk = await run("api POST /amplify/leads/bulk -d @lead.json");
  expect(JSON.parse(bulk.stdout)).toMatchObject({ added: 1 });
  const picture = await run("api POST /amplify/images -d @dot.png");
  expect(JSON.parse(picture.stdout)).toMatchObject({ name: "dot.png" });
  const stranger = await run(`api GET /healthz --server ${server.url}`);
  expect(JSON.parse(stranger.stdout)).toMatchObject({ ok: true });
  const csv = await run([
    "api",
    "POST",
    "/amplify/leads/export",
    "-d",
    '{"which":{"matching":{}},"format":"csv"}',
  ]);
  expect(csv.stdout.trim().split("\n").length).toBeGreaterThan(100);
});

test("a path that is none is answered with the nearest, and refusals with the codes of every command", async () => {
  const near = await run("api GET /amplify/lead");
  expect([near.code, near.stdout, near.stderr]).toEqual([
    2,
    "",
    expect.stringContaining("GET /amplify/leads"),
  ]);
  expect((await run("api DELETE /amplify/leads")).stderr).toContain("takes GET and POST only");
  expect((await run("api GET /amplify/leads -d {}")).stderr).toContain("takes no body");
  expect((await run("api POST /amplify/leads -d {")).code).toBe(2);
  expect((await run("api GET /u/token")).code).toBe(2);
  expect((await run("api POST /amplify/leads -d {}")).code).toBe(1);
  expect((await run("api GET /amplify/leads/nobody")).code).toBe(1);
});

test("a sheet is imported from a pipe, and its rejected rows are all that is on stdout where that is asked", async () => {
  const csv = "First Name,Email\nCy,cy@pipe.test\nBroken,nowhere\n";
  const told = await run("import - --collection piped", csv);
  expect([told.code, told.stderr]).toEqual([3, ""]);
  const rejects = await run("import - --collection piped --rejects - --json", csv);
  expect(rejects.code).toBe(3);
  expect(rejects.stdout).not.toContain("{");
  expect(rejects.stdout.trim().split("\n")).toHaveLength(2);
  expect(rejects.stdout).toContain("nowhere");
  expect((await run("collections --json")).events).toContainEqual(
    expect.objectContaining({ name: "piped", count: 1 }),
  );
  const workbook = await Bun.file(join(machine.home, "all.xlsx")).bytes();
  const child = await machine.run(["import", "-", "--collection", "book"], { stdin: workbook });
  expect(child.stdout).toContain("rows:");
  expect((await run("import -", "")).code).toBe(2);
});
