import { expect, test } from "bun:test";
import { subjectFor } from "../../../islands/Workspace/leads/page/timeLine.ts";

test("a subject on a lead's page reads as the lead reads it, never with braces", () => {
  const lead = { firstName: "Zoe", lastName: "", email: "zoe@example.com", phone: "" };
  expect(subjectFor(lead, "Good to have you, {{firstName|friend}}")).toBe("Good to have you, Zoe");
  expect(subjectFor(lead, "For {{lastName|you}} at {{company|work}} in {{city}}")).toBe(
    "For you at work in [city]",
  );
});
