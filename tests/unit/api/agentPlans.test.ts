import { expect, test } from "bun:test";
import { createAgentPlanStore } from "../../../db/stores/api/agentPlans.ts";
import { eachDatabase } from "../../support/db/databases.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";

const { workspaceId } = scopeNamed("ada");
const other = scopeNamed("eve").workspaceId;

eachDatabase("the plans of agents", (open) => {
  test("are kept for whoever made them, the newest only, and not long past their time", async () => {
    const database = await open();
    const plans = createAgentPlanStore(database);
    const bounds = { countMax: 2, forgottenBefore: 100 };
    const add = (id: string, expiresAt: number, ws: typeof workspaceId = workspaceId) =>
      plans.add({ id, workspaceId: ws, userId: "ada", text: `text of ${id}`, expiresAt }, bounds);
    const textOf = (id: string, userId = "ada") => plans.textOf({ workspaceId, userId, id });
    await add("of another", 150, other);
    await add("late", 90);
    expect(await textOf("late")).toBeNull();
    await add("first", 201);
    await add("second", 202);
    expect(await textOf("first")).toBe("text of first");
    expect(await textOf("first", "bob")).toBeNull();
    await add("third", 203);
    expect(await Promise.all(["first", "second", "third"].map((id) => textOf(id)))).toEqual([
      null,
      "text of second",
      "text of third",
    ]);
    expect(await textOf("of another")).toBeNull();
    expect(await plans.textOf({ workspaceId: other, userId: "ada", id: "of another" })).toBe(
      "text of of another",
    );
  });
});
