import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";

/** Of any length: one that is too long is merely forged, and gets the page or the picture that every forged one gets. */
const token = z.object({
  token: z.string().min(1).meta({ pattern: "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$" }),
});

/** Calls that need no session: health, and what recipients and their mail programs ask for. */
export const publicEndpoints = {
  "GET /healthz": {
    tag: "Service",
    summary: "Ready to serve",
    access: "public",
    origin: "any",
    answer: z.object({
      ok: z.literal(true),
      version: z.string(),
      commit: z.string().describe('What the program was made from, or "unknown"'),
    }),
  },
  "GET /openapi.json": {
    tag: "Service",
    summary: "This document",
    access: "public",
    origin: "any",
    answer: z.record(z.string(), z.unknown()),
  },
  "GET /u/{token}": {
    tag: "Recipients",
    summary: "The unsubscribe page; looking changes nothing",
    access: "public",
    origin: "any",
    rate: "publicPerAddress",
    params: token,
    answer: "text/html",
    notFoundPage: true,
    refusals: ["not_found"],
  },
  "POST /u/{token}": {
    tag: "Recipients",
    summary: "Unsubscribe (RFC 8058 one-click, and the page's button)",
    access: "public",
    origin: "any",
    rate: "publicPerAddress",
    params: token,
    bodyType: "form",
    answer: "text/html",
    notFoundPage: true,
    refusals: ["not_found"],
  },
  "GET /o/{token}": {
    tag: "Recipients",
    summary: "The open-counting picture; it always answers the picture",
    access: "public",
    origin: "any",
    params: token,
    answer: "image/gif",
    refusals: ["not_found"],
  },
  "GET /c/{token}": {
    tag: "Recipients",
    summary: "A counted link of a mail: leads on to the address that was stored for it",
    access: "public",
    origin: "any",
    rate: "publicPerAddress",
    params: token,
    status: 302,
    answer: "text/html",
    notFoundPage: true,
    refusals: ["not_found"],
  },
} as const satisfies Record<string, Endpoint>;
