import type { Operation, WrittenCall } from "./operationsOf.ts";

/** A call that a caller of good will never makes; `bytes` is its body as it goes out. */
export type Hostile = Omit<WrittenCall, "query"> & {
  what: string;
  query: Record<string, string> | string[][];
  type?: string;
  bytes?: string | Uint8Array<ArrayBuffer> | undefined;
};

const ids = ["%00", "%ED%A0%80", "__proto__", "constructor", "..%2f..%2fetc%2fpasswd", "x".repeat(4_000)];
const types = [
  "text/plain",
  "application/xml",
  "application/json; charset=utf-16",
  "multipart/form-data",
  "x",
];
const notJson: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "1e999",
  "NaN",
  "[[[[[[[[{}]]]]]]]]",
  '{"a":'.repeat(2_000),
  new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
];
const prototypes = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1';
const texts = {
  "a NUL in each text": "a\u0000b",
  "half a surrogate in each text": "\ud800",
  "a prototype's name for each text": "__proto__",
  "an endless text for each": "é".repeat(20_000),
  "markup for each text": "'\"><script>alert(1)</script>{{7*7}}\r\nBcc: x@evil.test",
};

/** The same call, hostile in each way that its parts allow. */
export function hostileCalls(call: WrittenCall, operation: Operation): Hostile[] {
  return [...inItsPath(call, operation), ...inItsQuery(call, operation), ...inItsBody(call, operation)];
}

function inItsPath(call: WrittenCall, { key, bodyType }: Operation): Hostile[] {
  const parts = key.split(" ")[1]?.split("/") ?? [];
  if (!parts.some((part) => part.startsWith("{"))) return [];
  return ids.map((id) => ({
    ...call,
    what: `${id.slice(0, 20)} for an id`,
    path: parts.map((part) => (part.startsWith("{") ? id : part)).join("/"),
    ...(bodyType === "application/json" ? { bytes: JSON.stringify(call.body) } : {}),
  }));
}

function inItsQuery(given: WrittenCall, { bodyType }: Operation): Hostile[] {
  const call = {
    ...given,
    ...(bodyType === "application/json" ? { bytes: JSON.stringify(given.body) } : {}),
  };
  const named = Object.entries(call.query);
  const more = [
    ...named,
    ...named.map(([name]) => [name, "\u0000"]),
    ["__proto__", "1"],
    ["constructor", "2"],
  ];
  return [
    {
      ...call,
      what: "doubled parameters",
      query: [...more, ["limit", "1"], ["limit", "-1"], ["fields", "__proto__"]],
    },
    {
      ...call,
      what: "parameters in brackets",
      query: named.flatMap(([name, value]) => [
        [`${name}[]`, value],
        [`${name}[$ne]`, "1"],
      ]),
    },
  ];
}

function inItsBody(call: WrittenCall, { bodyType, key }: Operation): Hostile[] {
  if (bodyType === null) return [];
  const given = bodyType === "application/json" ? JSON.stringify(safe(key, call.body)) : String(call.body);
  const ofType = types.map((type) => ({ ...call, what: `type ${type}`, type, bytes: given }));
  if (bodyType !== "application/json") return ofType;
  const written = (what: string, body: unknown) => ({
    ...call,
    what,
    bytes: JSON.stringify(safe(key, body)),
  });
  return [
    ...ofType,
    ...notJson.map((bytes) => ({ ...call, what: `${String(bytes).slice(0, 12)} for a body`, bytes })),
    {
      ...call,
      what: "prototype keys",
      bytes: given.replaceAll("{", `{${prototypes},`).replaceAll(",}", "}"),
    },
    written("a list for each object", changed(call.body, { object: (one) => [one] })),
    written("an object for each text", changed(call.body, { text: (one) => ({ $ne: one }) })),
    written("a list for each text", changed(call.body, { text: (one) => [one, one] })),
    written("numbers beyond all", changed(call.body, { number: () => Number.MAX_VALUE, text: () => -1e308 })),
    ...Object.entries(texts).map(([what, text]) => written(what, changed(call.body, { text: () => text }))),
  ];
}

type Changes = {
  object?(one: object): unknown;
  text?(one: string): unknown;
  number?(one: number): unknown;
};

/** The same with its objects, texts or numbers as they are said to become; its keys stay. */
function changed(value: unknown, changes: Changes): unknown {
  if (typeof value === "string") return changes.text?.(value) ?? value;
  if (typeof value === "number") return changes.number?.(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => changed(each, changes));
  if (typeof value !== "object" || value === null) return value;
  const inside = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, changed(each, changes)]),
  );
  return changes.object?.(inside) ?? inside;
}

/** Nothing may leave this machine: no mail server is named, and no webhook but one that nobody listens at. */
function safe(key: string, body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  if (key.includes("/auth/credentials"))
    return { ...body, ...("host" in body ? { host: "127.0.0.1", port: 9 } : {}), provider: "sandbox" };
  if (key.includes("/webhooks") && "url" in body) return { ...body, url: "https://127.0.0.1:9/" };
  return body;
}
