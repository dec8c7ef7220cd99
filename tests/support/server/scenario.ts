import type { Call } from "../../../contract/endpoint.ts";
import type { EndpointKey, Endpoints } from "../../../contract/endpoints.ts";
import type { TestPerson, TestServer } from "./testServer.ts";

/** The app password of every account that a scenario makes: no answer and no log line may hold it. */
export const appPasswordCanary = "canary-app-password";

/** What scenarios share: one server and two people who have nothing to do with each other. */
export type World = {
  server: TestServer;
  person: TestPerson;
  stranger: TestPerson;
};

export type Prepared<K extends EndpointKey> = {
  /** A call that must succeed. */
  input: Call<Endpoints[K]>;
  /** Who makes it: the world's person unless said; null for a visitor. */
  as?: TestPerson | null;
  /** Headers beyond those of every call. */
  headers?: Record<string, string>;
};

/** A prepared call whatever its endpoint. */
export type AnyPrepared = Omit<Prepared<EndpointKey>, "input"> & {
  input: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
};

/** What was answered: the JSON, or the whole text where the endpoint answers none. */
export type Answered = { json: unknown; text: string; response: Response; world: World };

export type Scenario = {
  key: EndpointKey;
  prepare(world: World): Promise<AnyPrepared>;
  check(answered: Answered): Promise<void> | void;
};

/**
 * One endpoint's valid call. `prepare` makes what the call needs (rows of its own: scenarios share a person) and
 * answers the call; `check` says what must hold beyond the contract, which the test sees to. From the same call
 * the test makes the broken ones: a body of another shape, somebody else's id.
 */
export function scenario<K extends EndpointKey>(
  key: K,
  prepare: (world: World) => Promise<Prepared<K>> | Prepared<K>,
  check: (answered: Answered) => Promise<void> | void = () => {},
): Scenario {
  return { key, prepare: async (world) => (await prepare(world)) as unknown as AnyPrepared, check };
}
