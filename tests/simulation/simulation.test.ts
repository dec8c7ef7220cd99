import { expect, test } from "bun:test";
import { join } from "node:path";
import { firstBroken, seedsFrom } from "./worlds.ts";

/** Worlds that broke a rule once, each with what it showed: of one machine, or of several with one database. */
const kept: readonly [seed: number, what: string, kind: "file" | "shared"][] = [
  [924_137_972, "the right to send is lost while it is taken up", "file"],
  [20_001_016, "a sender dies with mails of whose claim it never heard", "file"],
  [50_003_032, "mails are counted for a campaign while some of them end", "file"],
  [60_033_646, "the clock is set back while the disk is full", "file"],
  [620_038_587, "the clock is set, and times are moved by a commit whose answer is lost", "file"],
  [60_054_411, "a sequence is cancelled, and tried again at the same moment", "file"],
  [60_017_540, "a send is cleared away as left by a crash, and written on by who is alive", "file"],
  [500_037_988, "mails are added to a running part, and no word of it reaches the sender", "file"],
  [682_963_783, "a sender that stood still beyond its lease is asked for a single mail", "shared"],
  [1_007, "mails are claimed by a commit whose answer is lost", "shared"],
];

/** Lives through worlds in a process of its own, and answers those in which a rule broke. */
async function brokenAmong(first: number, last: number): Promise<number[]> {
  const child = Bun.spawn([process.execPath, "tests/simulation/run.ts", `${first}`, `${last}`], {
    cwd: join(import.meta.dir, "../.."),
    // Compiling for the last bit of speed, once more and beside it, takes more than half a thousand worlds give back.
    env: { ...process.env, BUN_JSC_useFTLJIT: "0" },
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  expect({ status: await child.exited, text }).toMatchObject({
    status: 0,
    text: expect.stringContaining(`${last - first + 1} worlds`),
  });
  return [...text.matchAll(/^seed (\d+): /gm)].map(([, seed]) => Number(seed));
}

test("in a thousand worlds nobody is mailed twice or forgotten, and every other rule holds", async () => {
  const broken = await Promise.all([brokenAmong(1, 500), brokenAmong(501, 1_000)]);
  // Told as a story, with as few acts as break it.
  expect(await firstBroken(broken.flat())).toBeNull();
}, 300_000);

test("in worlds that nobody has seen before every rule holds too", async () => {
  const first = 1_000_000 + Math.floor(Math.random() * 1_000_000_000);
  console.log(`fresh worlds: seeds ${first} to ${first + 29}`);
  expect(await firstBroken(seedsFrom(first, first + 29))).toBeNull();
}, 120_000);

test("in worlds of several machines, of which one stands still or dies, every rule holds too", async () => {
  // Few, since each costs as much as a hundred of the others; every run of the tests lives through others.
  const first = 1 + Math.floor(Math.random() * 1_000_000_000);
  console.log(`fresh worlds of several machines: seeds ${first} to ${first + 3}`);
  expect(await firstBroken(seedsFrom(first, first + 3), "shared")).toBeNull();
}, 240_000);

test.each([...kept])(
  "in the world of seed %i, in which %s, every rule holds",
  async (seed, _, kind) => {
    expect(await firstBroken([seed], kind)).toBeNull();
  },
  120_000,
);
