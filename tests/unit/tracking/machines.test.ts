import { expect, test } from "bun:test";
import { clickLimits } from "../../../contract/limits/clicks.ts";
import { isMachine, isMachineClick } from "../../../contract/machines.ts";

const person = {
  method: "GET",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
  purpose: "",
};

test("a person's browser is none, whatever does not read or names itself is", () => {
  expect(isMachine(person)).toBe(false);
  for (const change of [
    { method: "HEAD" },
    { userAgent: "" },
    { userAgent: "Mozilla/5.0" },
    { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)" },
    { userAgent: "Slackbot-LinkExpanding 1.0" },
    { purpose: " prefetch " },
  ])
    expect({ change, isMachine: isMachine({ ...person, ...change }) }).toEqual({ change, isMachine: true });
});

test("a click comes too soon for a person until so long after the mail was handed over", () => {
  const at = (sinceMs: number) => isMachineClick(person, { handedOverAt: 1_000, now: 1_000 + sinceMs });
  expect([at(0), at(clickLimits.soonMs - 1), at(clickLimits.soonMs)]).toEqual([true, true, false]);
  // A mail that nobody is known to have taken yet is on its way through a scanner.
  expect(isMachineClick(person, { handedOverAt: null, now: 1_000 })).toBe(true);
});
