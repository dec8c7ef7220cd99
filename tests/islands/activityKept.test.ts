import { expect, test } from "bun:test";
import { closesWorkspaces, type OpenedWorkspace, openWorkspace } from "../support/browser/openWorkspace.ts";

closesWorkspaces();

test("what is under way can be put away, and comes back when it needs somebody", async () => {
  const opened = await openWorkspace();
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
  const opened = await openWorkspace();
  const line = () => opened.document.querySelector(".activity-title")?.textContent;
  await opened.act(() => opened.socket.tell({ success: 1 }));
  await opened.act(() => opened.socket.tell({ seq: 2, success: 10, running: false, state: "finished" }));
  await opened.settle(() => opened.document.body.textContent?.includes("Finished") ?? false);
  await opened.click(opened.document, "Put away until something needs you");
  expect(line()).toBeUndefined();
  await opened.act(() => opened.socket.tell({ campaignId: "c2", subject: "Next", seq: 3 }));
  await opened.settle(() => line() === "Next");
});

/** The line of activity once a page was loaded anew, with what the browser remembers, and told how a campaign stands. */
async function lineAfter(remembered: string, told: Parameters<OpenedWorkspace["socket"]["tell"]>[0]) {
  const opened = await openWorkspace({}, { remembered: { activity: remembered } });
  await opened.act(() => opened.socket.tell({ seq: 9, running: false, success: 10, ...told }));
  // What begins afterwards is shown, so the line has been drawn by then.
  await opened.act(() => opened.socket.tell({ seq: 10, campaignId: "c0", subject: "Another" }));
  await opened.settle(() => opened.document.querySelector(".activity-line") !== null);
  const title = opened.document.querySelector(".activity-title")?.textContent;
  await opened.close();
  return title;
}

test("after a reload the line says what became of the send that stood on it, and what needs somebody", async () => {
  const opened = await openWorkspace();
  await opened.act(() => opened.socket.tell({ success: 1 }));
  const standing = opened.window.localStorage.getItem("activity") ?? "";
  await opened.close();
  expect(await lineAfter(standing, { state: "finished" })).toBe("Spring news");
  expect(await lineAfter("", { state: "finished" })).toBe("Another");
  expect(await lineAfter("", { state: "finished", success: 9, failed: 1 })).toBe("Spring news");
  expect(await lineAfter("", { state: "paused", success: 2 })).toBe("Spring news");
});

test("what was put away or read stays so after a reload, until it needs somebody anew", async () => {
  const opened = await openWorkspace();
  const kept = () => opened.window.localStorage.getItem("activity") ?? "";
  const putAway = () => opened.click(opened.document, "Put away until something needs you");
  await opened.act(() => opened.socket.tell({ success: 1 }));
  await opened.settle(() => opened.document.querySelector(".activity-line") !== null);
  await putAway();
  const away = kept();
  await opened.act(() => opened.socket.tell({ seq: 2, running: false, state: "paused", success: 2 }));
  await opened.settle(() => opened.document.querySelector(".activity-line") !== null);
  await putAway();
  const read = kept();
  await opened.act(() => opened.socket.tell({ seq: 3, success: 3 }));
  const goneOn = kept();
  await opened.close();

  expect(await lineAfter(away, { running: true, success: 1 })).toBe("Another");
  expect(await lineAfter(away, { state: "paused", success: 2 })).toBe("Spring news");
  expect(await lineAfter(read, { state: "paused", success: 2 })).toBe("Another");
  expect(await lineAfter(goneOn, { state: "paused", success: 3 })).toBe("Spring news");
});

test("logging out forgets what stood on the line", async () => {
  const opened = await openWorkspace();
  await opened.act(() => opened.socket.tell({ success: 1 }));
  expect(opened.window.localStorage.getItem("activity")).not.toBeNull();
  await opened.act(() => {
    const form = opened.document.createElement("form");
    form.setAttribute("action", "/logout");
    opened.document.body.append(form);
    form.dispatchEvent(new opened.window.Event("submit", { bubbles: true }) as unknown as Event);
  });
  expect(opened.window.localStorage.getItem("activity")).toBeNull();
});
