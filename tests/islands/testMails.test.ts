import { expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import {
  closesWorkspaces,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { fieldLabelled } from "../support/browser/typeInto.ts";

closesWorkspaces();

const ready = { leads: [someLead], templates: [someTemplate], credentials: [someCredential] };

test("a test mail needs a template", async () => {
  const opened = await openWorkspace(ready, {
    answers: { "POST /email/send/test": () => ({ body: { message: "Test sent to you@example.com" } }) },
  });
  await opened.click(opened.panel("leads"), "Send Test Email");
  await opened.click(opened.dialog(), "Send test");
  expect(opened.dialog().textContent).toContain(exact.selectTemplate);
  expect(fieldLabelled(opened.dialog(), "Template").getAttribute("aria-invalid")).toBe("true");
  await opened.type("Template", "t1");
  await opened.click(opened.dialog(), "Send test");
  await opened.settle(() => opened.document.body.textContent.includes("Test sent to you@example.com"));
  expect(opened.callsTo("POST /email/send/test")[0]?.body).toEqual({ templateId: "t1" });
});

test("a test mail that was closed goes on where it was, and begins anew once it was sent or given up", async () => {
  const opened = await openWorkspace(ready, {
    answers: { "POST /email/send/test": () => ({ body: { message: "Test sent to you@example.com" } }) },
  });
  const closed = () => opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  const filled = async () => {
    await opened.click(opened.panel("leads"), "Send Test Email");
    await opened.settle(() => opened.dialog().textContent?.includes("Template") ?? false);
    return ["Template", "Subject (optional)"].map((label) => fieldLabelled(opened.dialog(), label).value);
  };
  const fill = async () => {
    await opened.type("Template", "t1");
    await opened.type("Subject (optional)", "Spring news");
  };
  await filled();
  await fill();
  await opened.click(opened.dialog(), "Close");
  await closed();
  expect(await filled()).toEqual(["t1", "Spring news"]);
  await opened.click(opened.dialog(), "Send test");
  await closed();
  expect(await filled()).toEqual(["", ""]);
  await fill();
  await opened.click(opened.dialog(), "Cancel");
  await closed();
  expect(await filled()).toEqual(["", ""]);
});
