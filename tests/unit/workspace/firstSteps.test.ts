import { expect, test } from "bun:test";
import { nextStep } from "../../../islands/Workspace/leads/start/steps.ts";

const nothing = { leads: 0, template: false, account: false, sent: false, putAway: false, samples: false };

test("the first steps lead on to the mail, one after the other", () => {
  expect(nextStep(nothing)).toBe("leads");
  expect(nextStep({ ...nothing, leads: 3, account: true })).toBe("template");
  expect(nextStep({ ...nothing, leads: 3, account: true, template: true })).toBe("mail");
});

test("they are over once the first mail is out, though it was written without a template", () => {
  expect(nextStep({ ...nothing, leads: 3, account: true, sent: true })).toBeNull();
});
