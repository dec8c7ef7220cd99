import { expect, test } from "bun:test";
import { jsonList } from "../../../server/http/jsonList.ts";

async function* batches(...lists: unknown[][]) {
  yield* lists;
}

test("a list of any batches is one JSON array", async () => {
  expect(await (await jsonList(batches())).json()).toEqual([]);
  expect(await (await jsonList(batches([], []))).json()).toEqual([]);
  expect(await (await jsonList(batches([1]))).json()).toEqual([1]);
  expect(await (await jsonList(batches([], [{ a: "]," }], [], [null, [2]], []))).json()).toEqual([
    { a: "]," },
    null,
    [2],
  ]);
});

test("a frame stands around the list, an empty one too", async () => {
  const frame = { before: '{"data":', after: "}" };
  expect(await (await jsonList(batches(), frame)).json()).toEqual({ data: [] });
  expect(await (await jsonList(batches([1], [2]), frame)).json()).toEqual({ data: [1, 2] });
});

test("what goes wrong before the first batch is refused before the answer begins", async () => {
  async function* broken(): AsyncGenerator<unknown[]> {
    yield* [];
    throw new Error("no database");
  }
  await expect(jsonList(broken())).rejects.toThrow("no database");
});

test("what goes wrong later breaks the answer off", async () => {
  async function* broken(): AsyncGenerator<unknown[]> {
    yield [1];
    throw new Error("no database");
  }
  await expect((await jsonList(broken())).text()).rejects.toThrow("no database");
});

test("a reader who goes away ends the reading", async () => {
  let read = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        yield ["x".repeat(10_000)];
      }
    } finally {
      ended = true;
    }
  }
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => jsonList(endless()) });
  const leaving = new AbortController();
  const response = await fetch(server.url, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  while (!ended) await new Promise((resolve) => setTimeout(resolve, 5));
  const readBefore = read;
  await new Promise((resolve) => setImmediate(resolve));
  expect(read).toBe(readBefore);
  await server.stop(true);
});
