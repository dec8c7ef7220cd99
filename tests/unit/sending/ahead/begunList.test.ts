import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { begunLimits } from "../../../../contract/limits/sending.ts";
import { BegunList } from "../../../../server/sending/begun/BegunList.ts";
import { type BegunFile, begunFileIn } from "../../../../server/sending/begun/begunFile.ts";
import { keptLog } from "../../../support/server/keptLog.ts";

let folder = "";
let path = "";
/** The name of the list that belongs to the database. */
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

/** The list as a sender that has just started knows it; on a machine whose boot has this name. */
function open(changes: Partial<BegunFile> = {}): BegunList {
  const file = begunFileIn(folder);
  return new BegunList({
    file: Object.assign(file, { boot: "boot" }, changes),
    kept: {
      read: async () => run,
      write: async (to) => {
        run = to;
      },
    },
    ...{ newId: () => crypto.randomUUID(), clock: { now: () => 1_234 }, log: keptLog().log },
  });
}

async function started(changes: Partial<BegunFile> = {}): Promise<BegunList> {
  const list = open(changes);
  await list.start();
  return list;
}

test("whoever comes after a kill knows what had begun, and what the server had taken", async () => {
  const list = await started();
  const [first, second, third] = ["first", "second", "third"].map((id) => list.journalOf(id));
  first?.begins();
  second?.begins();
  first?.answered(true);
  second?.answered(false);
  // What was said of a mail is written with the next one.
  third?.begins();
  const left = await open().left();
  expect(left).toEqual({ inDoubt: new Set(["third"]), taken: new Map([["first", 1_234]]), died: new Map() });
});

test("a mail of which nothing was said is in doubt until the next one begins, and those that did not begin are not", async () => {
  const list = await started();
  const mail = list.journalOf("a");
  list.journalOf("never begun");
  mail.begins();
  mail.answered(true);
  expect(await open().left()).toEqual({ inDoubt: new Set(["a"]), taken: new Map(), died: new Map() });
  list.journalOf("b").begins();
  const taken = new Map([["a", 1_234]]);
  expect(await open().left()).toEqual({ inDoubt: new Set(["b"]), taken, died: new Map() });
});

test("what is settled is off the list before it can be claimed again, and need not be where it was sent", async () => {
  const list = await started();
  for (const id of ["put-off", "sent", "under-way"]) list.journalOf(id).begins();
  list.settled([{ id: "sent", state: "sent" }]);
  expect((await open().left())?.inDoubt).toEqual(new Set(["put-off", "sent", "under-way"]));
  list.settled([{ id: "put-off", state: "queued" }]);
  expect((await open().left())?.inDoubt).toEqual(new Set(["under-way"]));
});

test("the file holds ids and times alone, is its owner's, and stays short however much is sent", async () => {
  const list = await started();
  let largest = 0;
  for (let nth = 0; nth < 2 * begunLimits.linesMax; nth += 1) {
    const mail = list.journalOf(`id-${nth}`);
    mail.begins();
    mail.answered(true);
    if (nth % 200 !== 0) continue;
    list.settled(Array.from({ length: 200 }, (_, back) => ({ id: `id-${nth - back}`, state: "sent" })));
    largest = Math.max(largest, statSync(path).size);
  }
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toMatch(/^begun boot [-\w]+\n(b id-\d+\n|t id-\d+ \d+\n)+$/);
  expect(largest).toBeLessThan(2 * 30 * begunLimits.linesMax);
});

describe("after a death in mid-send", () => {
  const careful = async (died: [string, number][] = [], changes: Partial<BegunFile> = {}) => {
    const list = open(changes);
    await list.start({ died: new Map(died), isCareful: true });
    return list;
  };

  test("a mail at which the next one ends is known, and the others that waited are not blamed", async () => {
    const list = await careful();
    const waiting = list.journalOf("waiting");
    list.journalOf("composing");
    expect((await open().left())?.died).toEqual(new Map([["composing", 1]]));
    // One that goes on has done nothing, and where no mail was being composed it may be any that waited.
    waiting.begins();
    expect(await open().left()).toMatchObject({
      inDoubt: new Set(["waiting"]),
      died: new Map([["composing", 1]]),
    });
  });

  test("deaths at one mail are counted from process to process, until one gets it through", async () => {
    const list = await careful([["deadly", 2]]);
    list.journalOf("deadly");
    expect((await open().left())?.died).toEqual(new Map([["deadly", 3]]));
    const next = await careful([["deadly", 2]]);
    expect((await open().left())?.died).toEqual(new Map([["deadly", 2]]));
    const mail = next.journalOf("deadly");
    mail.begins();
    expect((await open().left())?.died).toEqual(new Map());
    next.settled([{ id: "deadly", state: "deferred" }]);
    expect((await open().left())?.died).toEqual(new Map());
  });

  test("what was put off without having begun is blamed for nothing", async () => {
    const list = await careful();
    list.journalOf("refused");
    list.settled([{ id: "refused", state: "deferred" }]);
    expect((await open().left())?.died).toEqual(new Map());
  });

  test("a mail of which that cannot be noted is kept back before its end leaves", async () => {
    const stuck = () => {
      throw new Error("no space left on device");
    };
    const list = await careful([], { append: stuck, remove: stuck });
    const mail = list.journalOf("a");
    expect(() => mail.begins()).toThrow("no space left");
  });
});

const losses: [string, () => void, Partial<BegunFile>][] = [
  ["after another boot", () => {}, { boot: "another boot" }],
  ["on a system that names no boot", () => {}, { boot: null }],
  ["whose file is gone", () => rmSync(path), {}],
  ["whose last line is torn", () => writeFileSync(path, readFileSync(path, "utf8").slice(0, -3)), {}],
  ["with a line that nobody wrote", () => writeFileSync(path, `${readFileSync(path, "utf8")}x y\n`), {}],
  ["with another name than the database has", () => nameInDatabase("another"), {}],
  ["that a restored database knows nothing of", () => nameInDatabase(null), {}],
  ["whose writer may still be alive", () => {}, { take: () => false }],
];
test.each(losses)("a list %s says nothing: all that was claimed is in doubt", async (_, lose, changes) => {
  const list = await started();
  list.journalOf("a").begins();
  expect(await open().left()).not.toBeNull();
  lose();
  expect(await open(changes).left()).toBeNull();
});

test("what this very process has under way it does not ask itself", async () => {
  const list = await started();
  list.journalOf("a").begins();
  expect(await list.left()).toBeNull();
});

test("a list that cannot be written is taken away, and the mail goes; where it cannot even be that, it does not", async () => {
  const full = () => {
    throw new Error("no space left on device");
  };
  const list = await started({ append: full });
  expect(list.isKept).toBe(true);
  list.journalOf("a").begins();
  expect(list.isKept).toBe(false);
  expect(await open().left()).toBeNull();

  const stuck = await started({ append: full, remove: full });
  expect(() => stuck.journalOf("a").begins()).toThrow("no space left");
  expect(() => stuck.journalOf("a").begins()).toThrow("no space left");
});

test("without the name of a boot there is no list", async () => {
  expect((await started({ boot: null })).isKept).toBe(false);
  expect(run).toBeNull();
});
