import { afterEach, expect, test } from "bun:test";
import { personalStorage } from "../../../islands/_data/personalStorage.ts";

type Place = { page: number };
const kept = personalStorage<Place>({
  storage: "sessionStorage",
  key: "place",
  isValue: (left): left is Place => typeof left.page === "number",
});

function withStorage(storage: Partial<Storage>): void {
  Object.assign(globalThis, { window: { sessionStorage: storage } });
}

function held(): Map<string, string> {
  const items = new Map<string, string>();
  withStorage({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  });
  return items;
}

const before = Object.getOwnPropertyDescriptor(globalThis, "window");
afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(globalThis, "window");
  else Object.defineProperty(globalThis, "window", before);
});

test("what was kept is there again for the same person, and for nobody else", () => {
  held();
  kept.keep("ada", { page: 3 });
  expect(kept.read("ada")).toEqual({ page: 3 });
  expect(kept.read("bob")).toBeNull();
  kept.keep("ada", null);
  expect(kept.read("ada")).toBeNull();
});

test("what is no such thing, or no longer, counts as nothing", () => {
  const items = held();
  for (const text of ["", "{", "null", "7", '"ada"', '{"uid":"ada"}', '{"uid":"ada","page":"3"}']) {
    items.set("place", text);
    expect(kept.read("ada")).toBeNull();
  }
});

test("where storage is forbidden nothing is kept and nothing breaks", () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  withStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
  kept.keep("ada", { page: 3 });
  kept.keep("ada", null);
  expect(kept.read("ada")).toBeNull();
});
