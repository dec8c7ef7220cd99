import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { loadRegistry } from "../../../server/build/loadRegistry.ts";
import { type HydratedIsland, hydrateIsland } from "../../support/browser/hydrateIsland.ts";
import { typeInto } from "../../support/browser/typeInto.ts";
import { until } from "../../support/until.ts";

const registry = await loadRegistry({ folder: join(import.meta.dir, "../../support/islands") });

let open: HydratedIsland | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

test("the next step has the focus once it is free, though the step before was done while something else had it", async () => {
  open = await hydrateIsland({ name: "Steps", registry });
  const { document, act } = open;
  const button = document.querySelector("button");
  const field = document.querySelector("input");
  if (button === null || field === null) throw new Error("The steps are not there");
  await act(() => button.click());
  field.focus();
  await act(() => typeInto(field, "done"));
  expect(button.textContent).toBe("two");
  expect(document.activeElement === field).toBe(true);
  // As when the dialog in which it was done closes.
  field.blur();
  await until(() => document.activeElement === button);
});
