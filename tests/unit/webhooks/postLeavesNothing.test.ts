import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { post } from "../../../server/webhooks/post.ts";

const posts = 300;

/** How many signals there are by which something may be called off, of those that somebody still refers to. */
function signals(): number {
  Bun.gc(true);
  return heapStats().objectTypeCounts.AbortSignal ?? 0;
}

test("of posts that are over nothing is left, however long whoever may call them off goes on", async () => {
  const receiver = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("taken") });
  const longLived = new AbortController();
  const before = signals();
  for (let nth = 0; nth < posts; nth += 1) {
    const posted = await post({
      url: `http://127.0.0.1:${receiver.port}/hook`,
      headers: { "content-type": "application/json" },
      body: "{}",
      guard: async () => ({ ok: true, address: "127.0.0.1", addresses: ["127.0.0.1"] }),
      signal: longLived.signal,
    });
    expect(posted).toMatchObject({ kind: "answered", status: 200 });
  }
  expect(signals() - before).toBeLessThan(posts / 4);
  longLived.abort();
  await receiver.stop(true);
});
