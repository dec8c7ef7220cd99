import { afterEach, expect, test } from "bun:test";
import { type OpenedWorkspace, openWorkspace } from "../support/browser/openWorkspace.ts";

let page: OpenedWorkspace | undefined;
afterEach(async () => {
  await page?.close();
  page = undefined;
});

test("of many campaigns under way the newest is on the line, all are in its list, and Campaigns has them itself", async () => {
  page = await openWorkspace();
  const opened = page;
  const line = () => opened.document.querySelector(".activity-title")?.textContent;
  const titles = () =>
    [...opened.document.querySelectorAll(".send-bar h3")].map((title) => title.textContent).join();
  await opened.act(() => {
    for (const name of ["1", "3", "4", "2"])
      opened.socket.tell({ campaignId: name, subject: name, success: 5 });
  });
  await opened.settle(() => line() === "4");
  expect(opened.document.querySelector(".activity-open")?.textContent).toBe("+3");
  await opened.click(opened.document, "+3: show all 4 under way");
  expect(titles()).toBe("4,3,2,1");
  // Each bar has the same buttons, so each of them says whose it is.
  const told = [...opened.document.querySelectorAll(".send-bar .actions button")].map(
    (button) => opened.document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent,
  );
  expect(told).toEqual(["4", "4", "3", "3", "2", "2", "1", "1"]);
  await opened.act(() => opened.document.getElementById("tab-campaigns")?.click());
  await opened.settle(() => line() === undefined);
  expect(titles()).toBe("");
});

test("what is under way can be put away, and comes back when it needs somebody", async () => {
  page = await openWorkspace();
  const opened = page;
  const line = () => opened.document.querySelector(".activity-title")?.textContent;
  await opened.act(() => opened.socket.tell({ success: 1 }));
  await opened.settle(() => line() === "Spring news");
  await opened.click(opened.document, "Put away until something needs you");
  expect(line()).toBeUndefined();
  await opened.act(() => opened.socket.tell({ seq: 2, success: 2 }));
  expect(line()).toBeUndefined();
  await opened.act(() => opened.socket.tell({ seq: 3, success: 2, state: "paused" }));
  await opened.settle(() => line() === "Spring news");
});

test("what is over is forgotten with what is put away, and what begins then is shown", async () => {
  page = await openWorkspace();
  const opened = page;
  const line = () => opened.document.querySelector(".activity-title")?.textContent;
  await opened.act(() => opened.socket.tell({ success: 1 }));
  await opened.act(() => opened.socket.tell({ seq: 2, success: 10, running: false, state: "finished" }));
  await opened.settle(() => opened.document.body.textContent?.includes("Finished") ?? false);
  await opened.click(opened.document, "Put away until something needs you");
  expect(line()).toBeUndefined();
  await opened.act(() => opened.socket.tell({ campaignId: "c2", subject: "Next", seq: 3 }));
  await opened.settle(() => line() === "Next");
});
