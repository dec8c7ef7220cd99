import type { Endpoint } from "../endpoint.ts";
import { sampleWish, start, startChange } from "../schemas/start.ts";

/** The way to the first mail. */
export const startEndpoints = {
  "GET /amplify/start": {
    tag: "Start",
    summary: "How far a workspace has come with its first mail",
    access: "session",
    answer: start,
  },
  "PUT /amplify/start": {
    tag: "Start",
    summary: "Put the first steps away, or have them shown again",
    access: "session",
    body: startChange,
    answer: start,
  },
  "POST /amplify/start/samples": {
    tag: "Start",
    summary:
      "Sample leads, whose addresses reach nobody; without only, a template, the sandbox account and a first mail into the sandbox as well",
    access: "session",
    keyScope: "send",
    body: sampleWish,
    answer: start,
    refusals: ["plan_limit", "conflict", "not_found"],
  },
  "DELETE /amplify/start/samples": {
    tag: "Start",
    summary: "Take the sample data away again; everything else stays",
    access: "session",
    answer: start,
  },
} as const satisfies Record<string, Endpoint>;
