import { expect, test } from "bun:test";
import { answersPage } from "../../../contract/client.ts";
import { endpoints } from "../../../contract/endpoints.ts";

test("the calls that answer a page are those of which the client takes one for an answer", () => {
  const pages = Object.entries(endpoints).filter(([, { answer }]) => (answer as unknown) === "text/html");
  expect(pages.length).toBeGreaterThan(0);
  expect(Object.keys(endpoints).filter(answersPage).sort()).toEqual(pages.map(([key]) => key).sort());
});
