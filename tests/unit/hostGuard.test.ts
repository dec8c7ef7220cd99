import { describe, expect, test } from "bun:test";
import { guardHost } from "../../server/senders/hostGuard.ts";

const resolvesTo = (...addresses: string[]) => ({ privateHosts: false, resolve: async () => addresses });

describe("a mail server that somebody names", () => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "not an address",
  ])
    test(`is refused at ${address}`, async () => {
      expect(await guardHost("mail.test", resolvesTo(address))).toMatchObject({ ok: false });
    });

  test("is refused when only one of its addresses is inside", async () => {
    expect(await guardHost("mail.test", resolvesTo("93.184.216.34", "10.0.0.1"))).toMatchObject({
      ok: false,
    });
  });

  test("is reached at the address that was checked, whatever its name says the next time", async () => {
    expect(await guardHost("mail.test", resolvesTo("93.184.216.34"))).toEqual({
      ok: true,
      address: "93.184.216.34",
    });
  });

  test("may be inside where the installation allows it", async () => {
    const guarded = await guardHost("localhost", { privateHosts: true, resolve: async () => ["127.0.0.1"] });
    expect(guarded).toEqual({ ok: true, address: "127.0.0.1" });
  });

  test("that does not exist is said not to be found", async () => {
    const missing = await guardHost("nowhere.invalid", {
      privateHosts: false,
      resolve: () => Promise.reject(new Error("ENOTFOUND")),
    });
    expect(missing).toEqual({
      ok: false,
      reason: "No server named nowhere.invalid was found. Check the spelling.",
    });
  });
});
