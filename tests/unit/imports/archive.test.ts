import { expect, test } from "bun:test";
import { zipStream } from "../../../server/core/archive.ts";
import { until } from "../../support/until.ts";
import { unzip } from "../../support/unzip.ts";

const mtime = new Date(0);
/** Random, so that it does not pack well: what is held back then shows. */
const piece = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32_768))).toString("base64");
const of = (name: string, pieces: readonly string[]) => ({
  name,
  async *text() {
    yield* pieces;
  },
});

test("files come out as they went in, whatever their names, lengths and scripts", async () => {
  const long = Array.from({ length: 500 }, (_, index) => `${index} ${"é€😀x".repeat(200)}\n`);
  const files = [of("a.txt", ["one ", "two"]), of("leer/ü.csv", []), of("long.txt", long)];
  const archive = await new Response(await zipStream(files, mtime)).bytes();
  expect(unzip(archive)).toEqual({ "a.txt": "one two", "leer/ü.csv": "", "long.txt": long.join("") });
});

test("a fault while a file is made breaks the archive off instead of ending it", async () => {
  const broken = {
    name: "b.txt",
    async *text() {
      yield "half";
      throw new Error("the disk is gone");
    },
  };
  const reading = new Response(await zipStream([of("a.txt", ["fine"]), broken], mtime)).bytes();
  await expect(reading).rejects.toThrow("the disk is gone");
});

test("once the reader has gone, nothing more is made", async () => {
  let made = 0;
  let ended = false;
  const endless = {
    name: "endless.txt",
    async *text() {
      try {
        for (;;) {
          made += 1;
          yield piece();
        }
      } finally {
        ended = true;
      }
    },
  };
  const reader = (await zipStream([endless], mtime)).getReader();
  await reader.read();
  await reader.cancel();
  await until(() => ended);
  const madeThen = made;
  await Bun.sleep(20);
  expect(made).toBe(madeThen);
});

test("a reader that stalls stalls the making, so that memory stays flat", async () => {
  let made = 0;
  const endless = {
    name: "endless.txt",
    async *text() {
      for (;;) {
        made += 1;
        yield piece();
      }
    },
  };
  const reader = (await zipStream([endless], mtime)).getReader();
  await reader.read();
  let before = -1;
  await until(async () => {
    const isStill = before === made;
    before = made;
    await Bun.sleep(30);
    return isStill;
  });
  // Each piece is 44 kB: what is held lies in the streams' own buffers.
  expect(made).toBeLessThan(200);
  await reader.cancel();
});
