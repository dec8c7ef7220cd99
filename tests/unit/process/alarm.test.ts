import { expect, test } from "bun:test";
import { Alarm } from "../../../server/core/Alarm.ts";

test("a wait whose moment has just passed is over, and nothing warns of a negative timeout", async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => void warnings.push(warning.name);
  process.on("warning", note);
  try {
    await new Alarm().wait(-0.5);
    // A warning is told in a later turn, so a later turn is waited for.
    await new Promise((resolve) => setTimeout(resolve));
    expect(warnings).toEqual([]);
  } finally {
    process.off("warning", note);
  }
});

test("a ring ends a wait, also one that came before it", async () => {
  const alarm = new Alarm();
  const waiting = alarm.wait(60_000);
  alarm.ring();
  await waiting;
  await alarm.wait(60_000);
  alarm.set();
  expect(alarm.rung).toBe(false);
});
