import { Database as Client } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { databaseLimits } from "../../contract/limits/database.ts";
import { canMount, onSmallDisk, shellOnDisk } from "../support/server/onSmallDisk.ts";
import { program } from "../support/server/program.ts";
import { createMachine, type Finished, type Machine } from "../support/server/runCli.ts";
import { startServe } from "../support/server/serveProcess.ts";

setDefaultTimeout(120_000);

let folder = "";
let data = "";
let machine: Machine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-folder-"));
  data = join(folder, "data");
  machine = createMachine({ PORT: "0", AMPLIFY_DATA: data });
});
afterEach(() => {
  machine.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a server that is expected not to start. */
const serve = (env: Record<string, string> = {}): Promise<Finished> => machine.run(["serve"], { env });

async function makeInstallation(): Promise<void> {
  expect(await (await startServe({ folder, smtpPort: 1 })).end()).toBe(0);
}

/** One sentence or two, no stack: what a person reads who has just started it. */
function expectRefused({ code, stderr, stdout }: Finished, sentence: string): void {
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(data);
  expect(stderr.trim().split("\n")).toHaveLength(1);
}

describe("in a folder where no server ever ran", () => {
  const commands = [
    ["users", "list"],
    ["users", "grant", "ada@example.com", "--plan", "enterprise"],
    ["users", "reset-password", "ada@example.com"],
    ["backup", "monday.db"],
    ["doctor"],
  ];
  test.each(commands.map((args) => [args.join(" "), args] as const))(
    "%s makes no installation, and says where it looked and what to do",
    async (_, args) => {
      // Bun itself keeps what it has compiled in the home folder.
      const home = createMachine({ BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" });
      const run = await home.run(args);
      const left = readdirSync(home.home);
      home.remove();
      expect(run.code).toBe(1);
      const said = args[0] === "doctor" ? run.stdout : run.stderr;
      expect(said).toContain(
        `There is no database in ${join(home.home, "data")}. Run this where the server runs`,
      );
      expect(left).toEqual([]);
    },
  );

  test("a backup that is restored is the installation there, for its owner alone", async () => {
    await makeInstallation();
    const backup = join(folder, "monday.db");
    const made = await machine.run(["backup", backup]);
    expect(made.stdout).toContain("0 people");
    expect(made.stderr).toContain(`Nobody has signed up in ${data}. Is it the right folder?`);
    // As it is once it was fetched from another machine.
    chmodSync(backup, 0o644);
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "key"), await Bun.file(join(data, "key")).bytes());
    const env = { AMPLIFY_DATA: other };
    expect((await machine.run(["restore", backup], { env })).code).toBe(0);
    expect(await machine.run(["users", "list"], { env })).toMatchObject({ code: 0, stdout: "" });
    const seen = machine.open(["users", "list"], { env });
    expect([await seen.exited, seen.screen.text()]).toEqual([
      0,
      expect.stringContaining("Nobody has signed up here yet."),
    ]);
    for (const name of readdirSync(other).filter((one) => one !== "key"))
      expect([name, statSync(join(other, name)).mode & 0o077]).toEqual([name, 0]);
  });
});

test("the server and every other command share one file of settings, wherever they run", async () => {
  const file = join(folder, "amplify.env");
  writeFileSync(file, "AMPLIFY_DATA=mails\nPORT=0\nPUBLIC_URL=https://mail.example.com\n");
  const clients =
    "MICROSOFT_CLIENT_ID=id\nMICROSOFT_CLIENT_SECRET=hidden\nMICROSOFT_BASE_URL=http://127.0.0.1:1\nGOOGLE_CLIENT_ID=id\n";
  writeFileSync(file, clients, { flag: "a", mode: 0o600 });
  const env = { AMPLIFY_ENV: file, AMPLIFY_DATA: "" };
  const server = await startServe({ folder, smtpPort: 1, environment: env });
  expect(server.line).toBe("https://mail.example.com");
  const looked = await machine.run(["doctor"], { env });
  expect(looked.stdout).toContain(`${join(folder, "mails", "amplify.db")} is sound`);
  expect(looked.stdout).toContain("Mails lead to https://mail.example.com");
  expect(looked.stdout).toContain(
    "Microsoft (common): the client there needs the redirect address https://mail.example.com/auth/microsoft/callback and the permissions openid email profile offline_access https://graph.microsoft.com/Mail.Send",
  );
  expect(looked.stdout).toContain("GOOGLE_CLIENT_SECRET is missing");
  expect(looked.stdout).toContain("MICROSOFT_CLIENT_ID is not one of Microsoft's");
  expect(looked.stdout).toContain("Microsoft could not be reached from here");
  expect(looked.stdout).not.toContain("hidden");
  expect(await server.end()).toBe(0);
});

test("a look at a large database, and its restoring, say first that it takes a while", async () => {
  await makeInstallation();
  const file = join(data, "amplify.db");
  expect((await machine.run(["doctor"])).stderr).toBe("");
  const client = new Client(file);
  // None of it stands in the file itself while somebody has it open.
  client.exec("PRAGMA wal_autocheckpoint = 0");
  client.exec(`CREATE TABLE filler AS SELECT zeroblob(${databaseLimits.longReadBytes}) AS bytes`);
  expect(statSync(file).size).toBeLessThan(databaseLimits.longReadBytes);
  const { stdout, stderr } = await machine.run(["doctor"]);
  client.close();
  expect(stderr.replace(/\s+/g, " ")).toStartWith(`Reading all of ${file} (`);
  expect(stdout).toContain(`${file} is sound`);
  const copy = join(folder, "copy.db");
  copyFileSync(file, copy);
  const restored = await machine.run(["restore", copy]);
  expect(restored.code).toBe(0);
  const notes = restored.stderr.replace(/\s+/g, " ");
  expect(notes).toMatch(/^Reading all of \S+copy\.db \(\d+\.\d MB\) and copying it/);
  expect(notes).toContain(`Carrying over what happened after the backup, from ${file}`);
});

test("a misspelt setting does not start a server that is open to everybody", async () => {
  const { code, stderr, stdout } = await serve({ AMPLIFY_SINGUP: "off" });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("There is no setting AMPLIFY_SINGUP. Did you mean AMPLIFY_SIGNUP?");
  expect(existsSync(data)).toBe(false);
});

describe("what is left of an installation", () => {
  test("its key without its database is no new installation", async () => {
    await makeInstallation();
    rmSync(join(data, "amplify.db"));
    const before = readdirSync(data);
    expectRefused(await serve(), `${join(data, "amplify.db")} is gone, but ${join(data, "key")}`);
    expectRefused(await machine.run(["users", "list"]), "is gone");
    const { code, stdout } = await machine.run(["doctor"]);
    expect([code, /^wrong {2}.*is gone.*amplify restore FILE/m.test(stdout)]).toEqual([1, true]);
    expect(readdirSync(data)).toEqual(before);
    // What the sentence offers works.
    mkdirSync(join(folder, "kept"));
    await Bun.write(join(folder, "kept/key"), Bun.file(join(data, "key")));
    rmSync(join(data, "key"));
    await makeInstallation();
  });

  test("an emptied database, or its log alone, is none either", async () => {
    await makeInstallation();
    writeFileSync(join(data, "amplify.db"), "");
    expectRefused(await serve(), "is gone");
    rmSync(join(data, "key"));
    rmSync(join(data, "amplify.db"));
    writeFileSync(join(data, "amplify.db-wal"), "pages that were not moved yet");
    expectRefused(await serve({ AMPLIFY_KEY: "ab".repeat(32) }), "amplify.db-wal");
  });

  test("a database without its key is refused, and none is made", async () => {
    await makeInstallation();
    rmSync(join(data, "key"));
    expectRefused(await serve(), "The key of this database is missing");
    expect(existsSync(join(data, "key"))).toBe(false);
  });
});

describe("a data folder that is none is told in a sentence:", () => {
  test("a file, a path through a file, a folder for a database, a file that is no database", async () => {
    writeFileSync(data, "");
    expectRefused(await serve(), "it is a file. AMPLIFY_DATA names a folder.");
    const through = await serve({ AMPLIFY_DATA: join(data, "inside") });
    expectRefused(through, "part of its path is a file");
    rmSync(data);
    mkdirSync(join(data, "amplify.db"), { recursive: true });
    expectRefused(await serve(), "cannot be opened");
    rmSync(join(data, "amplify.db"), { recursive: true });
    writeFileSync(join(data, "amplify.db"), "no database".repeat(1000));
    expectRefused(await serve(), "is damaged, or no database at all");
  });

  test("one that belongs to somebody else", async () => {
    await makeInstallation();
    chmodSync(data, 0o555);
    // Whoever may do everything is held to permissions only as somebody else.
    const asOther = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : [];
    if (asOther.length > 0) chmodSync(folder, 0o755);
    for (const name of readdirSync(data)) if (asOther.length > 0) chmodSync(join(data, name), 0o644);
    const env = { XDG_CONFIG_HOME: folder, HOME: folder };
    expectRefused(await machine.run(["serve"], { env, through: asOther }), "it belongs to another user");
    const looked = await machine.run(["doctor"], { env, through: asOther });
    expect([looked.code, looked.stdout]).toEqual([
      1,
      expect.stringMatching(/^wrong {2}The data folder .* belongs to another user/m),
    ]);
    // Where nobody else may even look in.
    chmodSync(data, 0o700);
    if (asOther.length === 0) chmodSync(data, 0o000);
    expectRefused(await machine.run(["serve"], { env, through: asOther }), "it belongs to another user");
    const unread = await machine.run(["doctor"], { env, through: asOther });
    expect([unread.code, unread.stdout]).toEqual([
      1,
      expect.stringMatching(/^wrong {2}The data folder .* cannot be read: it belongs to another user/m),
    ]);
    expectRefused(await machine.run(["backup", "b.db"], { env, through: asOther }), "cannot be read");
    chmodSync(data, 0o700);
  });
});

describe("a data folder is refused in a sentence:", () => {
  test("one in which somebody else has left what a server works with", async () => {
    await makeInstallation();
    const isRoot = process.getuid?.() === 0;
    const asOther = isRoot ? ["setpriv", "--reuid=65534", "--clear-groups"] : [];
    if (isRoot) chmodSync(folder, 0o755);
    if (isRoot)
      for (const path of [data, ...readdirSync(data).map((name) => join(data, name))])
        chownSync(path, 65534, 0);
    const env = { XDG_CONFIG_HOME: folder, HOME: folder };
    const why = isRoot ? "it belongs to another user" : "its permissions keep out even its owner";
    for (const name of ["sender.lock", "imports", "key"]) {
      const path = join(data, name);
      const isThere = existsSync(path);
      if (name === "imports") mkdirSync(path);
      else if (!isThere) writeFileSync(path, "");
      chownSync(path, process.getuid?.() ?? 0, 0);
      chmodSync(path, isRoot ? 0o600 : 0o000);
      const sentence = `${path} cannot be read and written: ${why}`;
      expectRefused(await machine.run(["serve"], { env, through: asOther }), sentence);
      if (name === "key") {
        const looked = await machine.run(["doctor"], { env, through: asOther });
        expect([looked.code, looked.stdout]).toEqual([1, expect.stringContaining(`wrong  ${sentence}`)]);
      }
      chmodSync(path, 0o700);
      if (!isThere) rmSync(path, { recursive: true });
      else if (isRoot) chownSync(path, 65534, 0);
    }
    // Nobody could give it to whom it belongs already.
    chmodSync(data, 0o500);
    const closed = "cannot be written: its permissions keep out even its owner, whom this runs as";
    expectRefused(await machine.run(["serve"], { env, through: asOther }), closed);
    chmodSync(data, 0o700);
    mkdirSync(join(folder, "elsewhere"), { mode: 0o555 });
    const target = join(folder, "elsewhere", "b.db");
    expect((await machine.run(["backup", target], { env, through: asOther })).stderr).toBe(
      `No backup can be written into ${join(folder, "elsewhere")}: it belongs to another user. Run this as the user of the server, or give that user the folder and what is in it.\n`,
    );
  });
});

describe.skipIf(!canMount)("on a disk", () => {
  test("that is mounted read-only nothing starts, and the doctor names the disk and no damage", async () => {
    const { started, looked } = await onSmallDisk({ env: machine.env, disk: data, make: "remount,ro" });
    expectRefused(started, "its disk is mounted read-only");
    expect(looked.code).toBe(1);
    expect(looked.stdout).toMatch(/^wrong {2}The data folder .* its disk is mounted read-only/m);
    expect(looked.stdout).not.toContain("damaged");
  });

  test("that is full nothing starts, and the doctor names the disk and no damage", async () => {
    const { started, looked } = await onSmallDisk({ env: machine.env, disk: data, make: "full" });
    expectRefused(started, "its disk is full. Free some space");
    expect(looked.code).toBe(1);
    expect(looked.stdout).toMatch(/^wrong {2}The data folder .* its disk is full/m);
    expect(looked.stdout).not.toContain("damaged");
  });

  test("an import whose rows are written is not told that they are not, for want of room to move the log", async () => {
    const disk = join(folder, "disk");
    const mover = resolve(import.meta.dir, "../support/db/moveLogOnFullDisk.ts");
    expect(await shellOnDisk(`"${process.execPath}" "${mover}" "${disk}"`, { disk, megabytes: 2 })).toEqual({
      code: 0,
      stdout: "100\n",
      stderr: "",
    });
  });

  test("a backup that finds no room leaves nothing behind", async () => {
    const disk = join(folder, "disk");
    await makeInstallation();
    // More than SQLite keeps in memory, so that it has begun to write by then.
    const client = new Client(join(data, "amplify.db"));
    client.exec("CREATE TABLE filler AS SELECT zeroblob(12000000) AS bytes");
    client.close();
    const backup = [...program, "backup"].map((part) => `"${part}"`).join(" ");
    const script = `touch "${disk}/other"; ${backup} "${disk}/monday.db"; echo $?; ls -A "${disk}"`;
    const { stdout, stderr } = await shellOnDisk(script, { disk, megabytes: 6, env: machine.env });
    expect(stderr).toContain("The disk is full");
    expect(stdout).toBe("1\nother\n");
  });

  test("a backup of what is mounted read-only says that it is", async () => {
    const disk = join(folder, "disk");
    await makeInstallation();
    const backup = [...program, "backup", join(folder, "monday.db")].map((part) => `"${part}"`).join(" ");
    const script = `cp -r "${data}/." "${disk}"; mount -o remount,ro "${disk}"; ${backup}`;
    const env = { ...machine.env, AMPLIFY_DATA: disk };
    expect(await shellOnDisk(script, { disk, megabytes: 8, env })).toEqual({
      code: 1,
      stdout: "",
      stderr: `The data folder ${disk} cannot be written: its disk is mounted read-only.\n`,
    });
  });
});

test("a start that the system gives no more open files says what to raise", async () => {
  const script = `
    const { faultOfStart } = await import("${join(import.meta.dir, "../../server/openDatabase.ts")}");
    const { openSync } = await import("node:fs");
    const { devNull } = await import("node:os");
    const said = () => faultOfStart(new Error("another"), null).message;
    const before = said();
    try { for (;;) openSync(devNull, "r"); } catch {}
    console.log(JSON.stringify([before, said()]));`;
  const limited = ["sh", "-c", 'ulimit -n 128; exec "$@"', "sh", process.execPath, "-e", script];
  const told = await new Response(Bun.spawn(limited).stdout).json();
  expect(told).toEqual(["another", expect.stringContaining("LimitNOFILE")]);
});
