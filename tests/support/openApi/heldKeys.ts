import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { type KeyScope, keyScopes } from "../../../contract/identity/keys.ts";
import { keyNeedOf } from "../../../contract/keyNeed.ts";
import type { TestPerson, TestServer } from "../server/testServer.ts";
import { until } from "../until.ts";
import type { Operation } from "./operationsOf.ts";

/** What only somebody outside of the bounds of a bounded key has; no answer to such a key may hold it. */
const hidden = "zzhiddenzz";
const expiresInMs = 1_000;

export type HeldKey = { key: string; scopes: readonly KeyScope[]; isBounded: boolean; isDead: boolean };

/** A key of every kind: of one scope each and of all, kept to a collection, kept to an account, expired and revoked. */
export async function heldKeys(server: TestServer, { client }: TestPerson): Promise<HeldKey[]> {
  const add = (name: string, collection: string[]) =>
    client("POST /amplify/leads", {
      body: { firstName: name, lastName: "Lind", email: `${name}@in.test`, collection },
    });
  await add("mine", ["shop"]);
  await add(hidden, [hidden]);
  const account = async (name: string) => {
    const appEmail = `${name}@sandbox.test`;
    const body = { provider: "sandbox" as const, appEmail, alias: `Ada <${appEmail}>` };
    return (await client("POST /amplify/auth/credentials", { body }))._id;
  };
  const accounts = [await account("ours")];
  await account(hidden);
  const shop = (await client("GET /amplify/collections")).find(({ name }) => name === "shop");
  const made = async (scopes: readonly KeyScope[], more: object = {}) => {
    const body = { name: "Key", scopes: [...scopes], ...more };
    const { key, _id } = await client("POST /amplify/api/keys", { body });
    return { key, _id, scopes, isBounded: Object.hasOwn(more, "collections"), isDead: false };
  };
  const expired = await made(keyScopes, { expiresAt: Date.now() + expiresInMs });
  const revoked = await made(keyScopes);
  const living = [
    ...(await Promise.all(keyScopes.map((scope) => made([scope])))),
    await made(keyScopes, { collections: [shop?._id], accounts }),
  ];
  await client("DELETE /amplify/api/keys/{id}", { params: { id: revoked._id } });
  const headers = { authorization: `Bearer ${expired.key}` };
  await until(async () => (await fetch(`${server.url}/amplify/auth/me`, { headers })).status === 401);
  return [...living, { ...expired, isDead: true }, { ...revoked, isDead: true }];
}

/** What an answer gives a key that it may not have; null where it is nothing. */
export function beyond(
  key: HeldKey,
  operation: Operation,
  { status, text }: { status: number; text: string },
): string | null {
  if (!operation.needsSession) return null;
  const need = keyNeedOf(operation.key, (endpoints as Record<string, Endpoint>)[operation.key] as Endpoint);
  // A path that no route takes, as with some control characters, is nowhere for anybody.
  const isNoRoute = status === 404 && !text.includes('"reason"');
  if (key.isDead) return status === 401 || isNoRoute ? null : `a dead key is answered ${status}`;
  // Its scopes are looked at before what it asks: even a refusal of that would say that it may ask.
  if (need !== null && !key.scopes.includes(need as KeyScope) && status !== 403 && !isNoRoute)
    return `a key for ${key.scopes} is answered ${status} where ${need} is needed`;
  if (key.isBounded && text.includes(hidden)) return "a key sees what is beyond its bounds";
  return null;
}
