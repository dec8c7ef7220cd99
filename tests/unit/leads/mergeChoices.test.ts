import { expect, test } from "bun:test";
import { mergeChoices } from "../../../islands/Workspace/leads/fields/mergeChoices.ts";

const gold = { _id: "g", name: "Gold" };
const silver = { _id: "s", name: "Silver" };
const iron = { _id: "i", name: "Iron" };
const opened = [gold, silver];

test("a choice that was added in another tab stays, with the leads that have it", () => {
  expect(mergeChoices(["Gold", "Silver", "Bronze"], { opened, now: [gold, silver, iron] })).toEqual([
    gold,
    silver,
    { name: "Bronze" },
    iron,
  ]);
});

test("a choice that was renamed or removed in another tab is not brought back by one that did not touch it", () => {
  const now = [{ _id: "g", name: "Golden" }];
  expect(mergeChoices(["Gold", "Silver", "Bronze"], { opened, now })).toEqual([
    { _id: "g", name: "Golden" },
    { name: "Bronze" },
  ]);
});

test("a choice that both have added is one", () => {
  expect(mergeChoices(["Gold", "Silver", "iron"], { opened, now: [gold, silver, iron] })).toEqual([
    gold,
    silver,
    iron,
  ]);
});

test("a choice that is taken off goes, and a rewritten line keeps its leads", () => {
  expect(mergeChoices(["Gold"], { opened, now: opened })).toEqual([gold]);
  expect(mergeChoices(["Gold", "Platinum"], { opened, now: opened })).toEqual([
    gold,
    { _id: "s", name: "Platinum" },
  ]);
});
