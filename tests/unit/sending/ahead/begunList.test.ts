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

/** As a sender starts after one that died with mails on their way. */
const careful = async (died: [string, number][] = [], changes: Partial<BegunFile> = {}) => {
  const list = open(changes);
  await list.start({ died: new Map(died), isCareful: true });
  return list;
};

const done = () => "a mail";
/** Begins to compose one, and never ends: the process is over meanwhile. */
const never = () => new Promise<string>(() => {});

describe("after a death in mid-send", () => {
  test("a mail at whose composing the next one ends is known, and nobody who waits is blamed", async () => {
    const list = await careful();
    await list.composing("waiting", done);
    void list.composing("composing", never);
    void list.composing("its turn has not come", done);
    await Bun.sleep(0);
    expect((await open().left())?.died).toEqual(new Map([["composing", 1]]));
    // What others do meanwhile changes nothing about it.
    list.journalOf("waiting").begins();
    list.settled([{ id: "waiting", state: "deferred" }]);
    expect((await open().left())?.died).toEqual(new Map([["composing", 1]]));
  });

  test("what is composed only waits, however many of them and whatever ends the process: nobody is blamed", async () => {
    const list = await careful();
    const made = ["a", "b", "c"].map((id) => list.composing(id, done));
    expect(await Promise.all(made)).toEqual(["a mail", "a mail", "a mail"]);
    list.journalOf("a");
    expect((await open().left())?.died).toEqual(new Map());
  });

  test("mails are composed one at a time, in their order, also behind one that cannot be", async () => {
    const list = await careful();
    const order: string[] = [];
    const slow = (id: string) => async () => {
      order.push(`${id} begins`);
      await Bun.sleep(1);
      order.push(`${id} is made`);
      if (id === "broken") throw new Error("no such field");
      return id;
    };
    const made = ["a", "broken", "c"].map((id) => list.composing(id, slow(id)));
    const ends = await Promise.allSettled(made);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(order).toEqual(["a", "broken", "c"].flatMap((id) => [`${id} begins`, `${id} is made`]));
    expect((await open().left())?.died).toEqual(new Map());
  });
});

describe("after several deaths in mid-send", () => {
  test("deaths at one mail are counted from process to process, until one gets it through", async () => {
    const list = await careful([["deadly", 2]]);
    void list.composing("deadly", never);
    await Bun.sleep(0);
    expect((await open().left())?.died).toEqual(new Map([["deadly", 3]]));
    const next = await careful([["deadly", 2]]);
    expect((await open().left())?.died).toEqual(new Map([["deadly", 2]]));
    await next.composing("deadly", done);
    expect((await open().left())?.died).toEqual(new Map());
    // Nor is it when the list is written anew.
    next.journalOf("other").begins();
    next.settled([{ id: "other", state: "deferred" }]);
    expect((await open().left())?.died).toEqual(new Map());
  });

  test("a list that is written anew still names the mail that is being composed", async () => {
    const list = await careful([["put-off", 1]]);
    list.journalOf("other").begins();
    void list.composing("composing", never);
    await Bun.sleep(0);
    list.settled([{ id: "other", state: "queued" }]);
    expect((await open().left())?.died).toEqual(
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
    const list = await careful([], { append: stuck, remove: stuck });
    expect(await list.composing("a", done)).toBe("a mail");
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
