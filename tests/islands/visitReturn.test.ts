import { afterAll, afterEach, expect, test } from "bun:test";
import { type VisitReturn, visitChannel } from "../../contract/identity/visitReturn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import { until } from "../support/until.ts";

let island: HydratedIsland | undefined;
const channel = new BroadcastChannel(visitChannel);
const heard: VisitReturn[] = [];
channel.onmessage = ({ data }: MessageEvent<VisitReturn>) => void heard.push(data);
afterAll(() => channel.close());
afterEach(async () => {
  await island?.close();
  heard.length = 0;
});

/** The page that Google's window ends on, with or without a page that opened it. */
async function open(outcome: VisitReturn, { hasOpener }: { hasOpener: boolean }) {
  const did: string[] = [];
  const opened = await hydrateIsland({
    name: "VisitReturn",
    props: { outcome },
    prepare: (window) => {
      Object.defineProperty(window, "opener", { value: hasOpener ? {} : null });
      Object.defineProperty(window, "close", { value: () => did.push("closed") });
      window.location.replace = (url: string) => void did.push(url);
    },
  });
  island = opened;
  await until(() => heard.length === 1);
  return {
    did,
    text: opened.document.body.textContent ?? "",
    uid: opened.window.localStorage.getItem("uid"),
  };
}

test("a window that a page opened tells it how it went, and closes", async () => {
  const outcome: VisitReturn = { kind: "connected", provider: "google", email: "ada@gmail.example" };
  expect(await open(outcome, { hasOpener: true })).toMatchObject({ did: ["closed"], uid: null });
  expect(heard).toEqual([outcome]);
});

test("a failure is told too, and stands in the window for whoever has no opener any more", async () => {
  const outcome: VisitReturn = { kind: "failed", message: "You did not allow it at Google." };
  const { did, text } = await open(outcome, { hasOpener: false });
  expect(did).toEqual([]);
  expect(text).toContain("You did not allow it at Google.");
  expect(heard).toEqual([outcome]);
});

test("whoever has to type a password first is told so, and taken to where it is typed", async () => {
  const outcome: VisitReturn = { kind: "passwordNeeded", email: "ann@third.example" };
  expect(await open(outcome, { hasOpener: true })).toMatchObject({ did: ["closed"], uid: null });
  expect(heard).toEqual([outcome]);
});

test("whoever signed in without an opener goes on to the workspace, which knows them", async () => {
  const { did, uid } = await open({ kind: "signedIn", uid: "u7" }, { hasOpener: false });
  expect({ did, uid }).toEqual({ did: ["/app"], uid: "u7" });
});
