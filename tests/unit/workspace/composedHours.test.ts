import { expect, test } from "bun:test";
import { composing } from "../../../contract/texts/en/workspace/composing/page.ts";

const { when } = composing.summary;
const asked = {
  senders: ["Ann"],
  start: null,
  hasBegun: false,
  zone: "UTC",
  byLead: false,
  forecast: "done about 5:00 PM",
};

test("a campaign's hours are told by the clock that whoever reads has, like the moment at which it will be done", () => {
  const window = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };
  expect(when({ ...asked, window })).toBe(
    "From Ann. Begins at once, weekdays 9:00 AM to 5:00 PM. Done about 5:00 PM.",
  );
  expect(when({ ...asked, window: { days: [1], from: "13:30", to: "24:00" } })).toContain(
    "Mon 1:30 PM to midnight",
  );
});
