import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { journalLimits } from "../../../../contract/limits/sending.ts";
import { diskIsFull } from "../../../../server/log/fullDisk.ts";
import { FileJournal } from "../../../../server/sending/journal/FileJournal.ts";
import { type JournalFile, journalFileIn } from "../../../../server/sending/journal/journalFile.ts";
import { keptLog } from "../../../support/server/keptLog.ts";

let folder = "";
let path = "";
/** The id of the journal that belongs to the database. */
let run: string | null = null;
const nameInDatabase = (name: string | null) => {
  run = name;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-begun-"));
  path = join(folder, "begun");
  run = null;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The journal as a sender opens it that has just started. */
function open(changes: Partial<JournalFile> = {}, { log } = keptLog()): FileJournal {
  const file = journalFileIn(folder);
  return new FileJournal({
    file: Object.assign(file, { boot: "boot" }, changes),
    kept: {
      read: async () => run,
      write: async (to) => {
        run = to;
      },
    },
    newId: () => crypto.randomUUID(),
    clock: { now: () => 1_234 },
    log,
  });
}

async function started(changes: Partial<JournalFile> = {}): Promise<FileJournal> {
  const journal = open(changes);
  await journal.start();
  return journal;
}

test("a disk that has room for half a line is told of as a full one, and the file is not believed", async () => {
  // Whoever is not root may mount nothing.
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k,mode=0700", "none", folder]);
  if (mounted.status !== 0) return;
  try {
    const kept = keptLog();
    const journal = open({}, kept);
    await journal.start();
    for (const name of "ab") journal.journalOf(name.repeat(3_000)).begins();
    expect(kept.entries[0]).toMatchObject({ message: diskIsFull });
    expect(journal.isKept).toBe(false);
    expect(await open().leftBehind()).toBeNull();
  } finally {
    spawnSync("umount", ["-l", folder]);
  }
});

test("whoever comes after a kill knows what had begun, and what the server had taken", async () => {
  const journal = await started();
  const [first, second, third] = ["first", "second", "third"].map((id) => journal.journalOf(id));
  first?.begins();
  second?.begins();
  first?.answered(true);
  second?.answered(false);
  // What was said of a mail is written with the next one.
  third?.begins();
  const left = await open().leftBehind();
  expect(left).toEqual({ inDoubt: new Set(["third"]), taken: new Map([["first", 1_234]]), died: new Map() });
});

test("a mail of which nothing was said is in doubt until the next one begins, and those that did not begin are not", async () => {
  const journal = await started();
  const mail = journal.journalOf("a");
  journal.journalOf("never begun");
  mail.begins();
  mail.answered(true);
  expect(await open().leftBehind()).toEqual({ inDoubt: new Set(["a"]), taken: new Map(), died: new Map() });
  journal.journalOf("b").begins();
  const taken = new Map([["a", 1_234]]);
  expect(await open().leftBehind()).toEqual({ inDoubt: new Set(["b"]), taken, died: new Map() });
});

test("what is settled is out of the journal before it can be claimed again, and need not be where it was sent", async () => {
  const journal = await started();
  for (const id of ["put-off", "sent", "under-way"]) journal.journalOf(id).begins();
  journal.settled([{ id: "sent", state: "sent" }]);
  expect((await open().leftBehind())?.inDoubt).toEqual(new Set(["put-off", "sent", "under-way"]));
  journal.settled([{ id: "put-off", state: "queued" }]);
  expect((await open().leftBehind())?.inDoubt).toEqual(new Set(["under-way"]));
});

test("the file holds ids and times alone, is its owner's, and stays short however much is sent", async () => {
  const journal = await started();
  let largest = 0;
  for (let nth = 0; nth < 2 * journalLimits.linesMax; nth += 1) {
    const mail = journal.journalOf(`id-${nth}`);
    mail.begins();
    mail.answered(true);
    if (nth % 200 !== 0) continue;
    journal.settled(Array.from({ length: 200 }, (_, back) => ({ id: `id-${nth - back}`, state: "sent" })));
    largest = Math.max(largest, statSync(path).size);
  }
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toMatch(/^begun boot [-\w]+\n(b id-\d+\n|t id-\d+ \d+\n)+$/);
  expect(largest).toBeLessThan(2 * 30 * journalLimits.linesMax);
});

/** As a sender starts after one that died with mails on their way. */
const careful = async (died: [string, number][] = [], changes: Partial<JournalFile> = {}) => {
  const journal = open(changes);
  await journal.start({ died: new Map(died), isCareful: true });
  return journal;
};

const done = () => "a mail";
/** Begins to compose one, and never ends: the process is over meanwhile. */
const never = () => new Promise<string>(() => {});

describe("after a death in mid-send", () => {
  test("a mail at whose composing the next one ends is known, and nobody who waits is blamed", async () => {
    const journal = await careful();
    await journal.composing("waiting", done);
    void journal.composing("composing", never);
    void journal.composing("its turn has not come", done);
    await Bun.sleep(0);
    expect((await open().leftBehind())?.died).toEqual(new Map([["composing", 1]]));
    // What others do meanwhile changes nothing about it.
    journal.journalOf("waiting").begins();
    journal.settled([{ id: "waiting", state: "deferred" }]);
    expect((await open().leftBehind())?.died).toEqual(new Map([["composing", 1]]));
  });

  test("what is composed only waits, however many of them and whatever ends the process: nobody is blamed", async () => {
    const journal = await careful();
    const made = ["a", "b", "c"].map((id) => journal.composing(id, done));
    expect(await Promise.all(made)).toEqual(["a mail", "a mail", "a mail"]);
    journal.journalOf("a");
    expect((await open().leftBehind())?.died).toEqual(new Map());
  });

  test("mails are composed one at a time, in their order, also behind one that cannot be", async () => {
    const journal = await careful();
    const order: string[] = [];
    const slow = (id: string) => async () => {
      order.push(`${id} begins`);
      await Bun.sleep(1);
      order.push(`${id} is made`);
      if (id === "broken") throw new Error("no such field");
      return id;
    };
    const made = ["a", "broken", "c"].map((id) => journal.composing(id, slow(id)));
    const ends = await Promise.allSettled(made);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(order).toEqual(["a", "broken", "c"].flatMap((id) => [`${id} begins`, `${id} is made`]));
    expect((await open().leftBehind())?.died).toEqual(new Map());
  });
});

describe("after several deaths in mid-send", () => {
  test("deaths at one mail are counted from process to process, until one gets it through", async () => {
    const journal = await careful([["deadly", 2]]);
    void journal.composing("deadly", never);
    await Bun.sleep(0);
    expect((await open().leftBehind())?.died).toEqual(new Map([["deadly", 3]]));
    const next = await careful([["deadly", 2]]);
    expect((await open().leftBehind())?.died).toEqual(new Map([["deadly", 2]]));
    await next.composing("deadly", done);
    expect((await open().leftBehind())?.died).toEqual(new Map());
    // Nor is it when the file is rewritten.
    next.journalOf("other").begins();
    next.settled([{ id: "other", state: "deferred" }]);
    expect((await open().leftBehind())?.died).toEqual(new Map());
  });

  test("a journal that is rewritten still names the mail that is being composed", async () => {
    const journal = await careful([["put-off", 1]]);
    journal.journalOf("other").begins();
    void journal.composing("composing", never);
    await Bun.sleep(0);
    journal.settled([{ id: "other", state: "queued" }]);
    expect((await open().leftBehind())?.died).toEqual(
      new Map([
        ["put-off", 1],
        ["composing", 1],
      ]),
    );
  });

  test("a mail of which that cannot be noted is kept back before its end leaves", async () => {
    const stuck = () => {
      throw new Error("no space left on device");
    };
    const journal = await careful([], { append: stuck, remove: stuck });
    expect(await journal.composing("a", done)).toBe("a mail");
    const mail = journal.journalOf("a");
    expect(() => mail.begins()).toThrow("no space left");
  });
});

const losses: [string, () => void, Partial<JournalFile>][] = [
  ["after another boot", () => {}, { boot: "another boot" }],
  ["on a system that names no boot", () => {}, { boot: null }],
  ["whose file is gone", () => rmSync(path), {}],
  ["whose last line is torn", () => writeFileSync(path, readFileSync(path, "utf8").slice(0, -3)), {}],
  ["with a line that nobody wrote", () => writeFileSync(path, `${readFileSync(path, "utf8")}x y\n`), {}],
  ["with another name than the database has", () => nameInDatabase("another"), {}],
  ["that a restored database knows nothing of", () => nameInDatabase(null), {}],
  ["whose writer may still be alive", () => {}, { take: () => false }],
];
test.each(losses)("a journal %s says nothing: all that was claimed is in doubt", async (_, lose, changes) => {
  const journal = await started();
  journal.journalOf("a").begins();
  expect(await open().leftBehind()).not.toBeNull();
  lose();
  expect(await open(changes).leftBehind()).toBeNull();
});

test("what this very process has under way it does not ask itself", async () => {
  const journal = await started();
  journal.journalOf("a").begins();
  expect(await journal.leftBehind()).toBeNull();
});

test("a journal that cannot be written is removed, and the mail goes; if it cannot even be removed, the mail does not", async () => {
  const full = () => {
    throw new Error("no space left on device");
  };
  const journal = await started({ append: full });
  expect(journal.isKept).toBe(true);
  journal.journalOf("a").begins();
  expect(journal.isKept).toBe(false);
  expect(await open().leftBehind()).toBeNull();

  const stuck = await started({ append: full, remove: full });
  expect(() => stuck.journalOf("a").begins()).toThrow("no space left");
  expect(() => stuck.journalOf("a").begins()).toThrow("no space left");
});

test("without the id of a boot there is no journal", async () => {
  expect((await started({ boot: null })).isKept).toBe(false);
  expect(run).toBeNull();
});
