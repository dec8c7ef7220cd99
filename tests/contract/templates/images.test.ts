import { afterAll, beforeAll, expect, test } from "bun:test";
import { designLimits } from "../../../contract/limits/design.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
});
afterAll(() => server.close());

async function upload(bytes: Uint8Array<ArrayBuffer> | string, name = "a.png") {
  const form = new FormData();
  form.append("file", new File([bytes], name, { type: "image/png" }));
  return ada.client("POST /amplify/images", { body: form });
}

test("an uploaded picture is there for everybody who has its address, and stays as it is", async () => {
  const { url, width, height } = await upload(tinyPng, "photo.jpg");
  const { pathname } = new URL(url, server.url);
  expect({ url: /^\/images\/[0-9a-f]{32}\.png$/.test(pathname), width, height }).toEqual({
    url: true,
    width: 1,
    height: 1,
  });
  const answer = await fetch(server.url + pathname);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(tinyPng);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test("a picture is called as its file is, without folders and what turns the letters around", async () => {
  const shown = async (name: string) => (await upload(tinyPng, name)).name;
  expect(await shown("../../harbour.png")).toBe("harbour.png");
  expect(await shown("C:\\photos\\Größe 1.png")).toBe("Größe 1.png");
  expect(await shown("in\u202Egpj.exe")).toBe("ingpj.exe");
  expect(await shown("folder/")).toBe("Picture");
});

test("what is no picture is refused, whatever it is called", async () => {
  for (const bytes of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<script>1</script>", "", "\x89PNG"])
    await expect(upload(bytes)).rejects.toThrow("Please choose a PNG, JPEG, GIF or WebP picture");
});

test("a picture whose file breaks off is refused: readers would see a part of it, or nothing", async () => {
  await expect(upload(tinyPng.slice(0, -20))).rejects.toThrow(
    "This file breaks off before the end of its picture. Please save it anew or choose another one",
  );
});

test("a picture of too many pixels or bytes is refused before it is kept", async () => {
  const wide = tinyPng.slice();
  new DataView(wide.buffer).setUint32(16, designLimits.images.sidePixelsMax + 1);
  await expect(upload(wide)).rejects.toThrow("A picture may be at most 6000 pixels wide and high");
  const heavy = new Uint8Array(designLimits.images.bytesMax + 1);
  heavy.set(tinyPng);
  await expect(upload(heavy)).rejects.toThrow("A picture may weigh at most 5 MB");
});

test("a deleted picture is gone from its address, and nobody else can delete it", async () => {
  const { _id: id, url } = await upload(tinyPng);
  const eve = await server.signUp();
  await expect(eve.client("DELETE /amplify/images/{id}", { params: { id } })).rejects.toThrow(
    "no such picture",
  );
  expect((await fetch(server.url + new URL(url, server.url).pathname)).status).toBe(200);
  await ada.client("DELETE /amplify/images/{id}", { params: { id } });
  expect((await fetch(server.url + new URL(url, server.url).pathname)).status).toBe(404);
});

test("a saved row must be one that a mail can be made of", async () => {
  for (const row of [{}, { columns: "no" }])
    await expect(ada.client("POST /amplify/saved-rows", { body: { name: "Row", row } })).rejects.toThrow(
      "This is not a row that can be saved",
    );
  await expect(ada.client("POST /amplify/saved-rows", { body: { name: " ", row: {} } })).rejects.toThrow();
});
