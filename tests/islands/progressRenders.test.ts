import { expect, test } from "bun:test";
import { countRenders } from "../support/browser/countRenders.ts";
import { openWorkspace, someCredential, someLead, someTemplate } from "../support/browser/openWorkspace.ts";

const renders = countRenders();

test("what a send has done so far draws its bar anew, and neither the panels nor the workspace around them", async () => {
  const page = await openWorkspace({
    leads: [someLead],
    templates: [someTemplate],
    credentials: [someCredential],
  });
  const total = 100;
  const tell = (success: number) =>
    page.act(() => page.socket.tell({ total, queued: total - success, success, seq: success + 1 }));
  try {
    await tell(1);
    await page.settle(() => page.document.body.textContent?.includes("1/100 Sent") === true);
    const before = ["ActivityLine", "LeadsPanel", "WorkspaceRoom"].map(renders.of);
    for (let success = 2; success <= 21; success += 1) await tell(success);
    await page.settle(() => page.document.body.textContent?.includes("21/100 Sent") === true);
    const after = ["ActivityLine", "LeadsPanel", "WorkspaceRoom"].map(renders.of);
    const [bars = 0, panel = 0, workspace = 0] = after.map((count, index) => count - (before[index] ?? 0));
    expect(before.every((count) => count > 0)).toBe(true);
    expect(bars).toBeGreaterThanOrEqual(20);
    // What the page asked for on opening may still arrive meanwhile: a few, however many messages come.
    expect(Math.max(panel, workspace)).toBeLessThan(5);
  } finally {
    await page.close();
  }
});
