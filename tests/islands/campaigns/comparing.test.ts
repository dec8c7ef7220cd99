import { expect, test } from "bun:test";
import { closesWorkspaces, openWorkspace } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

test("an address that names no campaigns to compare says how to choose some, and asks for nothing", async () => {
  for (const place of ["", "/", "/,"]) {
    const opened = await openWorkspace(
      {},
      {
        url: `http://localhost:8000/app#campaigns/compare${place}`,
        answers: { "GET /amplify/campaigns/compare": () => ({ body: [] }) },
      },
    );
    const shown = opened.panel("campaigns");
    await opened.settle(() => shown.querySelector(".empty") !== null);
    expect(shown.querySelector(".empty h2")?.textContent).toBe("Nothing is chosen to compare");
    expect(opened.callsTo("GET /amplify/campaigns/compare")).toEqual([]);
    await opened.close();
  }
});
