import { getServers } from "node:dns";
import { domainLimits } from "../../../../contract/limits/accounts/domains.ts";
import type { DnsRecord, RecordType } from "./message.ts";
import { type DnsServer, queryServer } from "./queryServer.ts";

type Of<T extends RecordType> = Extract<DnsRecord, { type: T extends "A" | "AAAA" ? "A" | "AAAA" : T }>;

/** What is known of a name: its records, that there are none, or that nobody says. */
export type Found<T extends RecordType> =
  | { kind: "found"; records: Of<T>[] }
  | { kind: "none" }
  | { kind: "silent" };

/** The port to the DNS. Never throws. */
export type Resolver = { ask<T extends RecordType>(name: string, type: T): Promise<Found<T>> };

/**
 * Asks the servers that a setting names, or else those of the system, each in turn as often as the limits say. It speaks
 * for itself, since one runtime's own resolver tears the strings of a TXT record apart, and a key has two of them.
 */
export function createResolver(
  servers: readonly string[],
  { waitMs = domainLimits.answerMs }: { waitMs?: number } = {},
): Resolver {
  const named = (servers.length > 0 ? servers : getServers()).slice(0, domainLimits.serversMax).map(serverIn);
  return {
    async ask<T extends RecordType>(name: string, type: T): Promise<Found<T>> {
      for (let tried = 0; tried < domainLimits.tries; tried += 1)
        for (const server of named) {
          const answer = await queryServer(server, { name, type, waitMs });
          if (answer.kind === "none") return { kind: "none" };
          if (answer.kind === "records") return { kind: "found", records: answer.records as Of<T>[] };
        }
      return { kind: "silent" };
    },
  };
}

/** For one look: the same question is asked once, and after so many, or so long, everything is unknown. */
export function boundedResolver(
  resolver: Resolver,
  { questionsMax, untilMs, now }: { questionsMax: number; untilMs: number; now: () => number },
): Resolver {
  const asked = new Map<string, Promise<Found<RecordType>>>();
  return {
    ask<T extends RecordType>(name: string, type: T) {
      const key = `${type} ${name.toLowerCase()}`;
      const known = asked.get(key);
      if (known !== undefined) return known as Promise<Found<T>>;
      const isOver = asked.size >= questionsMax || now() >= untilMs;
      const answer = isOver ? Promise.resolve({ kind: "silent" } as const) : resolver.ask(name, type);
      asked.set(key, answer as Promise<Found<RecordType>>);
      return answer as Promise<Found<T>>;
    },
  };
}

/** "192.0.2.1", "192.0.2.1:5353", "2001:db8::1" or "[2001:db8::1]:5353". */
export function serverIn(text: string): DnsServer {
  const [, bracketed, port] = /^\[(.+)\](?::(\d+))?$/.exec(text) ?? [];
  if (bracketed !== undefined) return { host: bracketed, port: Number(port ?? dnsPort) };
  const [, host, itsPort] = /^([^:]+):(\d+)$/.exec(text) ?? [];
  return host === undefined ? { host: text, port: dnsPort } : { host, port: Number(itsPort) };
}

const dnsPort = 53;
