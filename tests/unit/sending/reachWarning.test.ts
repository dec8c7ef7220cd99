import { expect, test } from "bun:test";
import { reachWarning } from "../../../server/campaigns/reachWarning.ts";

const kinds = (publicUrl: string | null, provider = "smtp") =>
  reachWarning({ publicUrl, provider }).map(({ kind }) => kind);

test("names and addresses of this machine alone are told", () => {
  for (const host of ["localhost:8000", "mail.localhost", "127.0.0.1:8000", "127.1", "[::1]:8000", "0.0.0.0"])
    expect([host, ...kinds(`http://${host}`)]).toEqual([host, "unreachable"]);
});

test("an address that others may reach is not, nor the sandbox, which keeps its mails here", () => {
  for (const host of ["mail.example.com", "localhost.example.com", "192.168.1.5:8000", "[2001:db8::1]"])
    expect([host, ...kinds(`https://${host}`)]).toEqual([host]);
  expect(kinds("http://localhost:8000", "sandbox")).toEqual([]);
  expect(kinds(null)).toEqual([]);
});
