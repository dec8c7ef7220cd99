import { expect, test } from "bun:test";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { buttonNamed, fieldLabelled, isRefusing } from "../support/browser/typeInto.ts";

closesWorkspaces();

async function opening(options: Parameters<typeof openWorkspace>[1] = {}) {
  const opened = await openWorkspace(
    {
      templates: [someTemplate],
      publicTemplates: [{ ...someTemplate, _id: "t2", name: "Shared", html: "", public: true }],
    },
    { url: "http://localhost:8000/app#design", ...options },
  );
  // The tab's own part comes when it is first shown.
  await opened.settle(() => opened.panel("design").querySelector(".template-list") !== null);
  const isOpen = (name: string) =>
    opened.panel("design").querySelector<HTMLInputElement>('[autocomplete="off"]')?.value === name;
  return {
    ...opened,
    /** Presses a template in its list and waits until it is open. */
    async open(name: string) {
      // The list stands once its folders are known as well.
      await opened.settle(() => opened.panel("design").querySelector(".template-list .skeleton") === null);
      await opened.settle(() => opened.panel("design").textContent.includes(name));
      await opened.click(opened.panel("design"), name);
      await opened.settle(() => isOpen(name));
    },
    isOpen,
  };
}

test("a template is edited and saved with the version it was read at", async () => {
  const opened = await opening({
    answers: { "PUT /templates/{id}": () => ({ body: { ...someTemplate, html: "<p>New</p>", version: 4 } }) },
  });
  await opened.open("Welcome");
  expect(isRefusing(buttonNamed(opened.panel("design"), "Save Changes"))).toBe(true);
  await opened.type("HTML", "<p>New</p>");
  await opened.click(opened.panel("design"), "Save Changes");
  await opened.settle(() => isRefusing(buttonNamed(opened.panel("design"), "Save Changes")));
  expect(opened.callsTo("PUT /templates/{id}")[0]?.body).toEqual({
    name: "Welcome",
    html: "<p>New</p>",
    design: null,
    version: 3,
  });
});

test("a clash is said, and only a second decision writes over the other's work", async () => {
  let saves = 0;
  const opened = await opening({
    answers: {
      "PUT /templates/{id}": () => {
        saves += 1;
        return saves === 1
          ? { status: 409, body: { message: "Saved elsewhere in between", code: "conflict" } }
          : { body: { ...someTemplate, html: "<p>Mine</p>", version: 9 } };
      },
    },
  });
  await opened.open("Welcome");
  await opened.type("HTML", "<p>Mine</p>");
  await opened.click(opened.panel("design"), "Save Changes");
  await opened.settle(
    () => opened.panel("design").textContent?.includes("Saved elsewhere in between") ?? false,
  );
  expect(fieldLabelled(opened.panel("design"), "HTML").value).toBe("<p>Mine</p>");
  await opened.click(opened.panel("design"), "Save mine over it");
  await opened.settle(() => saves === 2);
  expect(opened.callsTo("PUT /templates/{id}")[1]?.body).not.toHaveProperty("version");
});

/** A template that somebody else saves, or deletes, while it is open here. */
async function openBesideOthers() {
  let listed = [{ ...someTemplate, hasHtml: true, folderId: null, usedAt: 0 }];
  let saved = someTemplate;
  const opened = await opening({
    answers: {
      "GET /templates/summaries": () => ({ body: listed }),
      "GET /templates/{id}": () => ({ body: saved }),
      "POST /templates": () => ({ status: 201, body: { ...someTemplate, _id: "t9", name: "Mine" } }),
    },
  });
  await opened.open("Welcome");
  const shows = (words: string) => opened.panel("design").textContent?.includes(words) ?? false;
  return {
    ...opened,
    shows,
    async savesElsewhere() {
      listed = listed.map((one) => ({ ...one, version: 4 }));
      saved = { ...someTemplate, html: "<p>Theirs</p>", version: 4 };
      await opened.act(() => opened.socket.change(["templates"]));
      await opened.settle(() => shows("was saved elsewhere"));
    },
    asksForName: () => opened.settle(() => opened.document.querySelector("dialog[open]") !== null),
    async deletesElsewhere() {
      listed = [];
      await opened.act(() => opened.socket.change(["templates"]));
      await opened.settle(() => shows("was deleted elsewhere"));
    },
  };
}

test("whoever has a template open is told when it is saved elsewhere, and opens the newer one by a press", async () => {
  const opened = await openBesideOthers();
  await opened.savesElsewhere();
  await opened.click(opened.panel("design"), "Open the newer one");
  await opened.settle(() => fieldLabelled(opened.panel("design"), "HTML").value === "<p>Theirs</p>");
  expect(opened.shows("was saved elsewhere")).toBe(false);
});

test("whoever writes in a template is told when it is saved elsewhere before they save, and keeps both", async () => {
  const opened = await openBesideOthers();
  await opened.type("HTML", "<p>Mine</p>");
  await opened.savesElsewhere();
  expect(fieldLabelled(opened.panel("design"), "HTML").value).toBe("<p>Mine</p>");
  await opened.click(opened.panel("design"), "Keep both");
  await opened.asksForName();
  await opened.type("Name", "Mine");
  await opened.click(opened.dialog(), "Save As");
  await opened.settle(() => !opened.shows("was saved elsewhere"));
  expect(opened.callsTo("POST /templates")[0]?.body).toMatchObject({ html: "<p>Mine</p>" });
});

test("whoever writes in a template that is deleted elsewhere is told, and keeps it by Save As", async () => {
  const opened = await openBesideOthers();
  await opened.type("HTML", "<p>Mine</p>");
  await opened.deletesElsewhere();
  const notice = [...opened.panel("design").querySelectorAll(".notice")].find(({ textContent }) =>
    textContent?.includes("was deleted elsewhere"),
  );
  if (notice === undefined) throw new Error("Nothing is said");
  await opened.click(notice, "Save As");
  await opened.asksForName();
  await opened.type("Name", "Mine");
  await opened.click(opened.dialog(), "Save As");
  await opened.settle(() => !opened.shows("was deleted elsewhere"));
  expect(opened.callsTo("POST /templates")[0]?.body).toMatchObject({ html: "<p>Mine</p>" });
});

test("unsaved changes are asked about before another template is opened", async () => {
  const opened = await opening();
  await opened.open("Welcome");
  await opened.type("HTML", "<p>Half done</p>");
  await opened.click(opened.panel("design"), "Shared");
  expect(fieldLabelled(opened.panel("design"), "HTML").value).toBe("<p>Half done</p>");
  await opened.click(opened.dialog(), "Discard the changes");
  await opened.settle(() => opened.isOpen("Shared"));
});

test("a new template begins from the starter and is saved by Save As, drawn by the server", async () => {
  const rendered = { html: "<p>Drawn</p>", text: "Drawn", bytes: 12, clipped: false };
  const opened = await opening({
    answers: {
      "POST /templates/render": () => ({ body: rendered }),
      "POST /templates": () => ({ status: 201, body: { ...someTemplate, _id: "t9", name: "Mine" } }),
    },
  });
  await opened.click(opened.panel("design"), "New template");
  await opened.settle(() => opened.document.querySelector(".editor") !== null);
  await opened.click(opened.panel("design"), "Save As");
  await opened.type("Name", "Mine");
  await opened.click(opened.dialog(), "Save As");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  const [call] = opened.callsTo("POST /templates");
  expect(call?.body).toMatchObject({ name: "Mine", html: "<p>Drawn</p>" });
  expect(JSON.stringify(call?.body)).toContain("u_content_heading_1");
});

test("the server's refusal to delete a public template is shown", async () => {
  const refusal = { status: 403, body: { message: "Only administrators may do this", code: "forbidden" } };
  const opened = await opening({ answers: { "DELETE /templates/{id}": () => refusal } });
  await opened.click(opened.panel("design"), "Delete Shared");
  await opened.settle(
    () => opened.panel("design").textContent?.includes("Only administrators may do this") ?? false,
  );
  expect(opened.panel("design").textContent).toContain("Shared");
});

test("a template that somebody else has deleted goes as it is deleted here, and the focus stays with its list", async () => {
  const refusal = { status: 404, body: { message: "This template does not exist", code: "not_found" } };
  const opened = await opening({ answers: { "DELETE /templates/{id}": () => refusal } });
  const panel = opened.panel("design");
  await opened.settle(() => panel.textContent?.includes("Welcome") ?? false);
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  opened.server.answers["GET /templates/summaries"] = () => ({ body: [] });
  buttonNamed(panel, "Delete Welcome").focus();
  await opened.click(panel, "Delete Welcome");
  await opened.settle(() => panel.querySelector("[data-template]") === null);
  await opened.settle(() => opened.document.activeElement?.textContent === "My Templates");
  expect(panel.textContent).toContain(refusal.body.message);
});

test("only administrators see whether a template has HTML", async () => {
  const plain = await opening();
  expect(plain.panel("design").querySelectorAll(".badge")).toHaveLength(0);
  await plain.close();
  const admin = await opening({ person: { role: "admin" } });
  const badges = [...admin.panel("design").querySelectorAll(".badge")].map((badge) => badge.textContent);
  expect(badges).toEqual(["HTML", "No HTML"]);
});

test("the preview can run nothing", async () => {
  const opened = await opening();
  await opened.open("Welcome");
  await opened.click(opened.panel("design"), "Preview");
  const frame = () => opened.panel("design").querySelector("iframe");
  await opened.settle(() => frame() !== null);
  expect(frame()?.getAttribute("sandbox")).toBe("");
});

test("lists that could not be loaded say so, and are asked for again", async () => {
  let isFull = true;
  const refusal = { status: 500, body: { message: "The disk is full" } };
  const { design: _, html: _html, ...rest } = someTemplate;
  const opened = await opening({
    answers: {
      "GET /templates/summaries": () => (isFull ? refusal : { body: [{ ...rest, hasHtml: true }] }),
    },
  });
  await opened.settle(() => opened.panel("design").querySelector(".notice") !== null);
  expect(opened.panel("design").textContent).toContain("Templates could not be loaded. The disk is full");
  // Lists that nobody has are not headed as if they were empty.
  expect(opened.panel("design").textContent).not.toContain("My Templates");
  isFull = false;
  await opened.click(opened.panel("design"), "Try again");
  await opened.settle(() => opened.panel("design").querySelector(".template-open") !== null);
  expect(opened.panel("design").textContent).not.toContain("could not be loaded");
});

test("a template that is gone when it is pressed is said to be gone", async () => {
  const gone = { status: 404, body: { message: "There is no such template.", code: "not_found" } };
  const opened = await opening({ answers: { "GET /templates/{id}": () => gone } });
  await opened.click(opened.panel("design"), "Welcome");
  await opened.settle(
    () => opened.panel("design").textContent?.includes("There is no such template.") ?? false,
  );
  await opened.click(opened.panel("design"), "Dismiss");
  expect(opened.panel("design").textContent).not.toContain("There is no such template.");
});

/** A server that holds a folder and two templates, and does with them as it is asked. */
function folderServer() {
  let folders = [{ _id: "f1", name: "Receipts", createdAt: 0 }];
  const places = new Map<string, string | null>();
  const summary = { ...someTemplate, hasHtml: true, usedAt: 0 };
  const shown = (_id: string, name: string) => ({ ...summary, _id, name, folderId: places.get(_id) ?? null });
  const answers: NonNullable<NonNullable<Parameters<typeof openWorkspace>[1]>["answers"]> = {
    "GET /templates/summaries": () => ({ body: [shown("t1", "Welcome"), shown("t2", "Invoice")] }),
    "GET /amplify/template-folders": () => ({ body: folders }),
    "POST /amplify/template-folders": ({ body }) => {
      const made = { _id: "f2", createdAt: 0, ...(body as { name: string }) };
      folders = [...folders, made];
      return { status: 201, body: made };
    },
    "DELETE /amplify/template-folders/{id}": () => {
      folders = folders.filter(({ _id }) => _id !== "f1");
      return { body: { message: "Folder deleted" } };
    },
    "PUT /templates/{id}/folder": ({ url, body }) => {
      places.set(url.pathname.split("/")[2] ?? "", (body as { folderId: string | null }).folderId);
      return { body: { message: "Template moved" } };
    },
  };
  return { answers, places };
}

/** Drags one thing of the page onto another. */
function dragOnto({ window }: OpenedWorkspace, what: Element | undefined, onto: Element | undefined): void {
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (kind: string, text: string) => void data.set(kind, text),
    getData: (kind: string) => data.get(kind) ?? "",
    get types() {
      return [...data.keys()];
    },
  };
  const send = (target: Element | undefined, type: string) => {
    const event = new window.Event(type, { bubbles: true, cancelable: true });
    target?.dispatchEvent(Object.assign(event, { dataTransfer }) as unknown as Event);
  };
  send(what, "dragstart");
  send(onto, "dragover");
  send(onto, "drop");
}

test("folders hold templates: made, moved into by menu and by hand, shown, and deleted with a way back", async () => {
  const { answers, places } = folderServer();
  const opened = await opening({ answers });
  Object.assign(opened.window.HTMLElement.prototype, { hidePopover() {} });
  const panel = opened.panel("design");
  const chips = () => [...panel.querySelectorAll<HTMLElement>('[aria-label="Folders"] .chip-place > .chip')];
  const texts = () => chips().map(({ textContent }) => textContent);
  const names = () => [...panel.querySelectorAll(".template-name")].map((name) => name.textContent);
  await opened.settle(() => chips().length === 2);
  expect(texts()).toEqual(["All2", "Receipts0"]);

  // By the menu, into a new one.
  const cardOf = (name: string) =>
    [...panel.querySelectorAll("li")].find(({ textContent }) => textContent?.includes(name)) ?? panel;
  await opened.click(cardOf("Welcome"), "More for Welcome");
  await opened.click(cardOf("Welcome"), "Move to a folder");
  await opened.settle(() => opened.document.querySelector("dialog[open] input") !== null);
  const choice = [...opened.dialog().querySelectorAll(".folder-choice button")];
  expect(choice.map(({ textContent }) => textContent)).toEqual(["In no folder", "Receipts"]);
  await opened.type("Or into a new one", "Hellos");
  await opened.click(opened.dialog(), "Add and move");
  await opened.settle(() => texts().includes("Hellos1"));
  expect(panel.querySelector(".template-folder")?.textContent).toBe("Hellos");

  // By hand.
  const receipts = chips().find(({ textContent }) => textContent?.startsWith("Receipts"));
  await opened.act(() => dragOnto(opened, cardOf("Invoice"), receipts));
  await opened.settle(() => texts().includes("Receipts1"));
  expect(Object.fromEntries(places)).toEqual({ t1: "f2", t2: "f1" });

  await opened.act(() => receipts?.click());
  expect(names()).toEqual(["Invoice"]);
  await opened.click(panel, "Change the folder Receipts");
  await opened.click(panel.querySelector(".chip-place [popover]") ?? panel, "Delete");
  await opened.settle(() => !texts().some((text) => text?.startsWith("Receipts")));
  expect(names()).toHaveLength(2);
  expect(panel.textContent).toContain("The folder “Receipts” is deleted. Its templates are still here.");

  // Of one that held nothing there are no templates to say that of.
  await opened.act(() =>
    chips()
      .find(({ textContent }) => textContent?.startsWith("Hellos"))
      ?.click(),
  );
  await opened.act(() => dragOnto(opened, cardOf("Welcome"), chips()[0]));
  await opened.settle(() => texts().includes("Hellos0"));
  await opened.click(panel, "Change the folder Hellos");
  await opened.click(panel.querySelector(".chip-place [popover]") ?? panel, "Delete");
  await opened.settle(() => panel.textContent?.includes("The folder “Hellos” is deleted.") === true);
  expect(panel.textContent).not.toContain("Its templates");
});
