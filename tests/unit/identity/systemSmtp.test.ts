import { expect, test } from "bun:test";
import { readSettings } from "../../../server/settings/settings.ts";

const read = (AMPLIFY_SYSTEM_SMTP: string) => readSettings({ AMPLIFY_SYSTEM_SMTP }).systemSmtp;

test("an address with user, password and sender is read, with TLS from the first byte or by STARTTLS", () => {
  expect(read("smtps://amplify%40example.com:p%40ss@mail.example.com?from=amplify@example.com")).toEqual({
    host: "mail.example.com",
    port: 465,
    security: "tls",
    user: "amplify@example.com",
    password: "p@ss",
    from: { address: "amplify@example.com" },
  });
  expect(read("smtp://mail.example.com:2525?from=Our%20Team%20%3Cteam@example.com%3E")).toMatchObject({
    port: 2525,
    security: "starttls",
    from: { address: "team@example.com", name: "Our Team" },
  });
  expect(read("smtp://mail.example.com?from=a@example.com")).toMatchObject({ port: 587, user: "" });
});

test("only this machine, or an explicit word, is spoken to without encryption", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"])
    expect(read(`smtp://${host}:25?from=a@example.com`)).toMatchObject({ security: "none" });
  expect(read("smtp://relay.lan:25?from=a@example.com&tls=off")).toMatchObject({ security: "none" });
  expect(read("smtp://127.0.0.1.example.com?from=a@example.com")).toMatchObject({ security: "starttls" });
});

test("the user is the sender where it is an address and no other is named", () => {
  expect(read("smtps://amplify%40example.com:secret@mail.example.com")?.from).toEqual({
    address: "amplify@example.com",
  });
});

test("what cannot be used is refused at start, without its password in the message", () => {
  for (const text of [
    "mail.example.com",
    "https://mail.example.com?from=a@example.com",
    "smtp://user:s3cret@mail.example.com",
    "smtp://user:s3cret@mail.example.com?from=nobody",
    "smtp://user:s3cret@mail.example.com?from=A%0D%0ABcc:%20%3Cx@example.com%3E",
  ]) {
    expect(() => read(text)).toThrow("Setting AMPLIFY_SYSTEM_SMTP: must look like smtp://");
    expect(() => read(text)).not.toThrow("s3cret");
  }
  expect(readSettings({}).systemSmtp).toBeNull();
});
