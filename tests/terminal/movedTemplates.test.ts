import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestServer } from "../support/server/testServer.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(30_000);

let server: TestServer;
let machine: Machine;

beforeAll(async () => {
  ({ server, machine } = await startSignedInMachine());
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const run = (line: string) => machine.run(line.split(" "));

test("a mail of another product is told of, and its fields become ours where that is asked for", async () => {
  await Bun.write(join(machine.home, "moved.html"), "<p>Dear *|FNAME|*, *|IF:VIP|*</p>");
  const plain = await run("templates add Moved moved.html");
  expect(plain.stderr).toBe(
    "1 field or link of another product would be sent as written. To turn them into ours: --convert\n",
  );
  expect((await run("templates pull Moved")).stdout).toContain("Dear *|FNAME|*");
  const converted = await run("templates push Moved moved.html --convert");
  expect(converted.stderr).toBe(
    "1 field or link of Mailchimp became ours. 1 could not, and would be sent as it stands: *|IF:VIP|*. Replace or delete it.\n",
  );
  expect((await run("templates pull Moved")).stdout).toContain("<p>Dear {{firstName}}, *|IF:VIP|*</p>");
  await Bun.write(join(machine.home, "mail.html"), "<mjml><mj-body></mj-body></mjml>");
  const mjml = await run("templates add Made mail.html");
  expect([mjml.code, mjml.stderr]).toEqual([2, "mail.html is MJML. Push the HTML that is made from it.\n"]);
});

test("a page that Word saved is read in the encoding that it declares", async () => {
  const saved = Buffer.from("<meta charset=windows-1252><p>Gr\xfc\xdfe</p>", "latin1");
  await Bun.write(join(machine.home, "word.htm"), saved);
  await run("templates add Word word.htm");
  expect((await run("templates pull Word")).stdout).toContain("<p>Grüße</p>");
});

test("a design is added as one, also out of the template that it belongs to, and what is no template is refused", async () => {
  const blocks = [{ type: "text", values: { text: "<p>Hi</p>" } }];
  const design = { body: { rows: [{ cells: [1], columns: [{ contents: blocks }] }] } };
  await Bun.write(join(machine.home, "design.json"), JSON.stringify(design));
  await Bun.write(join(machine.home, "whole.json"), JSON.stringify({ name: "Whole", design, html: "" }));
  await run("templates add Drawn design.json");
  await run("templates push Whole whole.json");
  for (const name of ["Drawn", "Whole"])
    expect((await run(`templates pull ${name}`)).stdout).toStartWith("<!DOCTYPE html");
  await Bun.write(join(machine.home, "picture.png"), Buffer.from([0x89, 0x50, 0, 0]));
  const picture = await run("templates add Picture picture.png");
  expect([picture.code, picture.stderr]).toEqual([2, "picture.png is neither HTML nor a design.\n"]);
});
