import { expect, test } from "bun:test";
import type { Socket } from "../../../platform/serve.ts";
import { createChangeBroadcast } from "../../../server/realtime/changeBroadcast.ts";
import type { SocketData } from "../../../server/realtime/socket.ts";

/** A socket that keeps what it is told: the topics of each message. */
function listener(sessionId: string) {
  const heard: string[][] = [];
  const socket = {
    data: { sessionId } as SocketData,
    sendText(text: string) {
      heard.push(JSON.parse(text).data.topics);
      return 1;
    },
  } as unknown as Socket<SocketData>;
  return { heard, socket };
}

test("what changes many times within a moment is told once, and not to the one session that has changed it", () => {
  const [own, other] = [listener("own"), listener("other")];
  const telling = createChangeBroadcast({ told: [new Set([own.socket, other.socket])], stalled: new Set() });
  for (let call = 0; call < 50; call += 1) telling.add(["leads", "collections"], "own");
  telling.end();
  expect([own.heard, other.heard]).toEqual([[], [["leads", "collections"]]]);
  telling.end();
  expect(other.heard).toHaveLength(1);
});

test("what two sessions have changed is news to both, and so is what nobody's session has", () => {
  const [one, other] = [listener("one"), listener("other")];
  const telling = createChangeBroadcast({
    told: [new Set([one.socket]), new Set([other.socket])],
    stalled: new Set(),
  });
  telling.add(["leads", "templates"], "one");
  telling.add(["leads"], "other");
  telling.add(["imports"], null);
  telling.end();
  expect(one.heard).toEqual([["leads", "imports"]]);
  expect(other.heard).toEqual([["leads", "templates", "imports"]]);
});

test("whoever is stalled hears of each topic once, when that is over", () => {
  const slow = listener("slow");
  const telling = createChangeBroadcast({ told: [], stalled: new Set([slow.socket]) });
  telling.add(["leads"], "other");
  telling.end();
  telling.add(["leads", "campaigns"], "other");
  telling.end();
  expect(slow.heard).toEqual([]);
  telling.caughtUp(slow.socket);
  telling.caughtUp(slow.socket);
  expect(slow.heard).toEqual([["leads", "campaigns"]]);
});
