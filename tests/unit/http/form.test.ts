import { expect, test } from "bun:test";
import { Refusal } from "../../../contract/errors.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { formOf, keepForm } from "../../../server/http/form.ts";
import { uploadedFile } from "../../../server/http/uploadedFile.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function requestWith(body: string | Uint8Array<ArrayBuffer>, contentType: string): Request {
  const request = new Request("http://a.test/", { method: "POST", headers: { "content-type": contentType } });
  keepForm(request, typeof body === "string" ? new TextEncoder().encode(body) : body);
  return request;
}

/** As a browser writes it. */
async function sent(form: FormData): Promise<Request> {
  const written = new Response(form);
  // Bun has forgotten the boundary once the body is read.
  const contentType = written.headers.get("content-type") ?? "";
  return requestWith(await written.bytes(), contentType);
}

const shown = (request: Request) =>
  formOf(request).map(({ name, fileName, bytes }) => [name, fileName, text(bytes)]);

test("a form is read as it was written: texts, files, empty ones, line ends, other scripts", async () => {
  const form = new FormData();
  form.set("html", "<p>ünïcode\r\n--almost a delimiter\r\n\r\n</p>");
  form.set("empty", "");
  form.set("file", new File(["a,b\r\n1,2"], 'čau "x" 1.csv'));
  form.set("none", new File([], "none.csv"));
  expect(shown(await sent(form))).toEqual([
    ["html", null, "<p>ünïcode\r\n--almost a delimiter\r\n\r\n</p>"],
    ["empty", null, ""],
    ["file", 'čau "x" 1.csv', "a,b\r\n1,2"],
    ["none", "none.csv", ""],
  ]);
});

test("every byte of a file arrives, wherever a line end or half a delimiter falls", async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => [13, 10, 45, 45, at % 256][at % 5] ?? 0);
  const form = new FormData();
  form.set("file", new File([bytes], "a.bin"));
  expect(uploadedFile(await sent(form)).bytes).toEqual(bytes);
});

test("other programs' forms are read too: a preamble, a quoted boundary, bare names, escapes, headers of their own", () => {
  const body = [
    "This is for programs that know no forms.",
    "--a b",
    "X-Own: 1",
    "content-disposition: FORM-DATA; name=file; filename=bare.csv",
    "Content-Type: text/csv",
    "",
    "one",
    "--a b",
    'Content-Disposition: form-data; name="b\\"c"; filename="d\\\\e.csv"',
    "",
    "two",
    "--a b--",
    "",
  ].join("\r\n");
  expect(shown(requestWith(body, 'multipart/form-data; charset=utf-8; boundary="a b"'))).toEqual([
    ["file", "bare.csv", "one"],
    ['b"c', "d\\e.csv", "two"],
  ]);
});

test.each([
  ["without a boundary", "--x\r\n\r\n--x--", "multipart/form-data"],
  ["that is empty", "", "multipart/form-data; boundary=x"],
  ["that is something else", "name=x", "multipart/form-data; boundary=x"],
  [
    "that breaks off in a file",
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf',
    "multipart/form-data; boundary=x",
  ],
  ["that breaks off in a header", "--x\r\nContent-Dispo", "multipart/form-data; boundary=x"],
  ["that breaks off between two parts", "--x\r\n\r\n\r\n--x", "multipart/form-data; boundary=x"],
  [
    "of too many parts",
    `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(bodyLimits.formParts + 1)}--x--`,
    "multipart/form-data; boundary=x",
  ],
  [
    "with a head that is as long as a file",
    `--x\r\nContent-Disposition: form-data; ${"a".repeat(bodyLimits.formHeadBytes)}=a; name="a"\r\n\r\n\r\n--x--`,
    "multipart/form-data; boundary=x",
  ],
])("a form %s is refused", (_, body, contentType) => {
  expect(() => formOf(requestWith(body, contentType))).toThrow(Refusal);
});

test("a form without a file has none", async () => {
  const form = new FormData();
  form.set("file", "not one");
  const request = await sent(form);
  expect(() => uploadedFile(request)).toThrow("Please choose a file");
});
