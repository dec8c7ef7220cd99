import { expect, test } from "bun:test";
import { join } from "node:path";
import { routeList } from "../../support/server/routeList.ts";

test("the page of routes names each that a server answers, and who may ask", async () => {
  const page = await Bun.file(join(import.meta.dir, "../../../docs/ROUTES.md")).text();
  expect(page).toBe(await routeList());
});
