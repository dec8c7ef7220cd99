import { Database as Client } from "bun:sqlite";
import { expect, test } from "bun:test";
import { DrizzleQueryError } from "drizzle-orm";
import { refused } from "../../../contract/refused.ts";
import { countRepeats } from "../../../server/log/countRepeats.ts";
import { tellFullDiskOnce } from "../../../server/log/fullDisk.ts";
import { createLog, type LogLevel } from "../../../server/log/log.ts";
import { createLogOutput, type LogFormat, type LogRecord } from "../../../server/log/output.ts";
import { createSecurityLog } from "../../../server/log/securityLog.ts";
import { readSettings } from "../../../server/settings/settings.ts";

const clock = { now: () => Date.UTC(2026, 10, 22, 12, 0, 1) };

/** A log and a security log that write to the same lines. */
function logs({ format = "json", level = "info" }: { format?: LogFormat; level?: LogLevel } = {}) {
  const lines: string[] = [];
  const output = createLogOutput({ format, write: (line) => lines.push(line) });
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    lines,
    entries,
    log: createLog({ output, clock, level }),
    securityLog: createSecurityLog(clock, output),
  };
}

test("an entry is one line of JSON with its level, its time and what it is about", () => {
  const { log, lines, entries } = logs();
  log.with({ account: "a1" }).warn("It rests", { campaign: "c1", error: new Error("one\ntwo") });
  expect(lines.length).toBe(1);
  expect(lines[0]).not.toContain("\n");
  expect(entries()).toMatchObject([
    {
      log: "server",
      level: "warn",
      time: "2026-11-22T12:00:01.000Z",
      message: "It rests",
      account: "a1",
      campaign: "c1",
      error: expect.stringContaining("Error: one\ntwo"),
    },
  ]);
});

test("a failed query is told without its values, whoever logs it", () => {
  const { log, lines } = logs();
  log.error("It failed", { error: new DrizzleQueryError("select canary", ["canary"], new Error("locked")) });
  expect(lines.join("\n")).not.toContain("canary");
  expect(lines.join("\n")).toContain("locked");
});

test("a refusal that something caused is told by its code, and not by the sentence for who asked", () => {
  const { log, entries } = logs();
  log.warn("It waits", { error: refused("busy", {}, { cause: new Error("cannot execute in read-only") }) });
  const [entry] = entries();
  expect(entry?.error).toStartWith("Refusal: busy\n");
  expect(entry?.error).toContain("caused by Error: cannot execute in read-only");
  expect(entry?.error).not.toContain("sorry");
});

test.each([
  ["debug", ["debug", "info", "warn", "error"]],
  ["info", ["info", "warn", "error"]],
  ["error", ["error"]],
] as const)("from the level %s on entries are written, and security events always", (level, written) => {
  const { log, securityLog, entries } = logs({ level });
  for (const each of ["debug", "info", "warn", "error"] as const) log[each]("x");
  securityLog({ event: "sign_in", outcome: "done", user: "u1" });
  expect(entries().map((entry) => entry.level)).toEqual([...written, undefined]);
});

test("a security event is the line that it always was", () => {
  const { securityLog, lines } = logs();
  securityLog({ event: "sign_in", outcome: "refused", code: "invalid_credentials", from: "127.0.0.1" });
  expect(lines).toEqual([
    '{"log":"security","time":"2026-11-22T12:00:01.000Z","event":"sign_in","outcome":"refused","code":"invalid_credentials","from":"127.0.0.1"}',
  ]);
});

test("for people an entry begins with its time and level, and nothing that is told can pass for another one", () => {
  const { log, securityLog, lines } = logs({ format: "pretty" });
  log.error("It failed", {
    request: "r1",
    status: 500,
    path: "/a b\u001b[2J",
    error: new Error("x\n12:00 y"),
  });
  const [entry = ""] = lines;
  expect(entry).toStartWith('12:00:01 error    It failed  request=r1 status=500 path="/a b');
  expect(entry).not.toContain("\u001b");
  for (const line of entry.split("\n").slice(1)) expect(line).toStartWith("    ");
  securityLog({ event: "sign_in", outcome: "done", user: "u1" });
  expect(lines[1]).toBe("12:00:01 security sign_in  outcome=done user=u1");
});

test("the settings say how it is written and from which level on", () => {
  expect(readSettings({})).toMatchObject({ logFormat: null, logLevel: "info" });
  expect(readSettings({ AMPLIFY_LOG: "pretty", AMPLIFY_LOG_LEVEL: "debug" })).toMatchObject({
    logFormat: "pretty",
    logLevel: "debug",
  });
  expect(() => readSettings({ AMPLIFY_LOG_LEVEL: "loud" })).toThrow("Setting AMPLIFY_LOG_LEVEL");
});

test("a process tells of what nobody caught: it goes on after a promise, and ends after a throw", async () => {
  const script = `
    const { createLog } = await import("${import.meta.dir}/../../../server/log/log.ts");
    const { createLogOutput } = await import("${import.meta.dir}/../../../server/log/output.ts");
    const { logUnhandled } = await import("${import.meta.dir}/../../../server/log/logUnhandled.ts");
    const output = createLogOutput({ format: "json" });
    logUnhandled(createLog({ output, clock: { now: Date.now }, level: "info" }));
    void Promise.reject(new Error("of a promise"));
    setTimeout(() => { console.log("it goes on"); throw new Error("of a timer"); }, 1);`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(await child.exited).toBe(1);
  expect(out).toBe("it goes on\n");
  const entries = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: string; message: string; error: string });
  expect(entries.map(({ level }) => level)).toEqual(["error", "error"]);
  expect(entries.map(({ error }) => error.split("\n")[0])).toEqual([
    "Error: of a promise",
    "Error: of a timer",
  ]);
});

test("trouble that is said again within a minute is counted, and told with the next after it", () => {
  let now = Date.UTC(2026, 10, 22, 12);
  const records: LogRecord[] = [];
  const { output } = countRepeats((record) => records.push(record));
  const log = createLog({ output, clock: { now: () => now }, level: "info" });
  const away = new Error("connect ECONNREFUSED");
  for (let second = 0; second < 150; second += 1, now += 1_000) {
    log.error("Jobs could not be looked for", { error: away });
    if (second % 50 === 0)
      log.error("Jobs could not be looked for", { error: new Error("the disk is full") });
    log.info("A look");
  }
  const said = records.filter(({ message }) => message !== "A look");
  expect(
    said.map(({ time, repeats, error }) => [time.slice(14, 19), repeats, String(error).slice(7, 14)]),
  ).toEqual([
    ["00:00", undefined, "connect"],
    ["00:00", undefined, "the dis"],
    ["01:00", 59, "connect"],
    ["01:40", 1, "the dis"],
    ["02:00", 59, "connect"],
  ]);
  expect(records.length - said.length).toBe(150);
});

test("where trouble ends is told by the last that was counted, once no more has come for a minute, or at the end", () => {
  let now = Date.UTC(2026, 10, 22, 12);
  const records: LogRecord[] = [];
  const { output, tell } = countRepeats((record) => records.push(record));
  const log = createLog({ output, clock: { now: () => now }, level: "info" });
  const saidOver = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1, now += 1_000) {
      log.error("Jobs could not be looked for");
      if (second % 30 === 29) tell(now);
    }
  };
  saidOver(80);
  for (let turn = 0; turn < 6; turn += 1, now += 30_000) tell(now);
  saidOver(1);
  tell(now);
  saidOver(2);
  tell();
  tell();
  expect(records.map(({ time, repeats }) => [time.slice(14, 19), repeats])).toEqual([
    ["00:00", undefined],
    ["01:00", 59],
    ["01:19", 18],
    ["04:20", undefined],
    ["04:22", 1],
  ]);
});

test("what requests, and people who sign in, meet is written each time, and trouble again after the clock was set back", () => {
  let now = Date.UTC(2026, 10, 22, 12);
  const records: LogRecord[] = [];
  const { output } = countRepeats((record) => records.push(record));
  const log = createLog({ output, clock: { now: () => now }, level: "info" });
  const securityLog = createSecurityLog({ now: () => now }, output);
  for (let nth = 0; nth < 3; nth += 1) {
    log.with({ request: `r${nth}` }).error("A request failed");
    log.error("A request failed", { request: "r" });
    securityLog({ event: "sign_in", outcome: "refused", user: "u1" });
  }
  expect(records.length).toBe(9);
  log.warn("The time could not be noted");
  now -= 86_400_000;
  log.warn("The time could not be noted");
  expect(records.length).toBe(11);
});

test("many different troubles are all written, and the eldest is not known again", () => {
  const records: LogRecord[] = [];
  const { output } = countRepeats((record) => records.push(record));
  const log = createLog({ output, clock, level: "info" });
  for (let nth = 0; nth <= 200; nth += 1) log.warn(`Trouble ${nth}`);
  log.warn("Trouble 200");
  log.warn("Trouble 0");
  expect(records.map(({ message }) => message).slice(199)).toEqual([
    "Trouble 199",
    "Trouble 200",
    "Trouble 0",
  ]);
});

test("that the disk is full is said once, whatever met it, and again once there was room for a minute in between", () => {
  const lines: string[] = [];
  const write = createLogOutput({ format: "json", write: (line) => lines.push(line) });
  const { output, hasRoom } = tellFullDiskOnce(write);
  let now = clock.now();
  const log = createLog({ output, clock: { now: () => now }, level: "info" });
  const full = fullDisk();
  const meet = () => {
    log.error("Jobs could not be looked for", { error: full });
    log.warn("The time could not be noted", {
      error: refused("disk_full_refused", {}, { cause: full }),
    });
  };
  const meets = [now, now + 40_000, now + 80_000];
  for (now of meets) {
    meet();
    // What is small may have found room.
    expect(hasRoom(now + 30_000)).toBe(false);
  }
  log.error("Jobs could not be looked for", { error: new Error("something else") });
  expect([hasRoom(now + 60_000), hasRoom(now + 90_000)]).toEqual([true, false]);
  meet();
  const said = lines.map((line) => JSON.parse(line));
  expect(said.map(({ message }) => message)).toEqual([
    expect.stringContaining("The disk is full"),
    "Jobs could not be looked for",
    expect.stringContaining("The disk is full"),
  ]);
  expect(said[0]).toEqual({
    log: "server",
    time: expect.any(String),
    level: "error",
    message: said[2].message,
  });
});

/** What a database says in which nothing has room. */
function fullDisk(): unknown {
  const client = new Client(":memory:");
  client.exec("CREATE TABLE a (b); PRAGMA max_page_count = 2");
  try {
    client.exec("INSERT INTO a VALUES (zeroblob(100000))");
    return null;
  } catch (error) {
    return error;
  } finally {
    client.close();
  }
}
