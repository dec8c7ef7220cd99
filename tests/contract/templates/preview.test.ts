import { afterAll, beforeAll, expect, test } from "bun:test";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
});
afterAll(() => server.close());

function preview(html: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = new FormData();
  body.append("html", html);
  return fetch(`${server.url}/preview`, {
    method: "POST",
    body,
    headers: { cookie: ada.cookie, ...headers },
  });
}

test("a preview shows the HTML as it is, under a policy that lets it do nothing else", async () => {
  const html = '<p style="color: red">Hi</p><script>alert(1)</script>';
  const response = await preview(html, { origin: server.url });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(html);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toEndWith("; sandbox");
  expect(policy).not.toContain("script-src");
  // A document without an origin has no 'self' in Safari.
  expect(policy).toContain(`img-src 'self' ${server.url} https: data:;`);
});

test("nobody else can have a page shown at our address", async () => {
  const refused = await preview("<p>Hi</p>", { cookie: "" });
  expect(refused.status).toBe(401);
  // It is shown in the frame that asked, which would otherwise be an error of the page's own.
  expect(refused.headers.get("content-security-policy")).toContain("frame-ancestors 'self'; sandbox");
  expect((await preview("<p>Hi</p>", { origin: "https://evil.example" })).status).toBe(403);
  expect((await fetch(`${server.url}/preview`, { redirect: "manual" })).status).toBe(302);
});

test("a preview without HTML or with too much of it is refused", async () => {
  const body = new FormData();
  const empty = { method: "POST", body, headers: { cookie: ada.cookie } };
  expect((await fetch(`${server.url}/preview`, empty)).status).toBe(400);
  expect((await preview("x".repeat(bodyLimits.templateBytes + 1))).status).toBe(413);
});

test("a preview sent escaped, which took ten times as long to read, is refused: a page sends it as it is", async () => {
  const body = new URLSearchParams({ html: "<p>Hi</p>" });
  const response = await fetch(`${server.url}/preview`, {
    method: "POST",
    body,
    headers: { cookie: ada.cookie },
  });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ message: "Send this as multipart/form-data" });
});

test("a template's picture shows what a field of one's own says of nobody, and not the field as it is written", async () => {
  await ada.client("POST /amplify/fields", { body: { label: "Company", kind: "text" } });
  const html = "<p>{{firstName}} of {{Company|your team}}{{company}}</p>";
  const { _id } = await ada.client("POST /templates", { body: { name: "Spring", html, design: null } });
  const shown = await fetch(`${server.url}/templates/${_id}/preview?picture=1`, {
    headers: { cookie: ada.cookie },
  });
  expect(await shown.text()).toContain("<p>Ann of your team</p>");
});

test("a small picture that is refused is a mark in its frame, and whoever calls for it gets the refusal", async () => {
  const asking = (headers: Record<string, string>) =>
    fetch(`${server.url}/templates/gone/preview?picture=1`, { headers: { cookie: ada.cookie, ...headers } });
  const framed = await asking({ "sec-fetch-dest": "iframe" });
  expect([framed.status, framed.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'self'; sandbox");
  expect(await framed.text()).toContain("<svg");
  expect(await (await asking({})).json()).toMatchObject({ code: "not_found" });
});
