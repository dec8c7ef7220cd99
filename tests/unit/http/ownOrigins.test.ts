import { expect, test } from "bun:test";
import { join } from "node:path";
import { ownOrigins } from "../../../server/http/middleware/ownOrigins.ts";

test("on this machine alone, its three names are ours on the port that is open", () => {
  const origins = ownOrigins({ publicUrl: null, host: "127.0.0.1", port: 8000 });
  expect([...origins]).toEqual(["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"]);
});

test("the public address is ours, without its port where that is the usual one", () => {
  const origins = ownOrigins({ publicUrl: "https://mail.example.com:443", host: "10.0.0.5", port: 80 });
  expect([...origins]).toEqual(["https://mail.example.com", "http://10.0.0.5"]);
});

// As a unit of systemd does whose RestrictAddressFamilies= leaves it out.
test.skipIf(process.platform !== "linux")(
  "where nobody may ask for this machine's addresses, the public one is still ours",
  async () => {
    const filter = join(import.meta.dir, "../../support/runtime/withoutNetlink.ts");
    const module = join(import.meta.dir, "../../../server/http/middleware/ownOrigins.ts");
    const asked = `import { ownOrigins } from ${JSON.stringify(module)};
    const origins = ownOrigins({ publicUrl: "https://mail.example.com", host: "0.0.0.0", port: 80 });
    console.log([...origins].join(" "))`;
    const child = Bun.spawn([process.execPath, "--preload", filter, "-e", asked], { stdout: "pipe" });
    expect(await new Response(child.stdout).text()).toBe(
      "https://mail.example.com http://localhost http://127.0.0.1 http://[::1]\n",
    );
  },
);

test("listening everywhere makes only this machine's own addresses ours", () => {
  for (const host of ["0.0.0.0", "::"]) {
    const origins = ownOrigins({ publicUrl: null, host, port: 8000 });
    expect(origins.has("http://localhost:8000")).toBe(true);
    for (const stranger of ["http://evil.example:8000", "http://localhost:8000.evil.example", "null", ""])
      expect(origins.has(stranger)).toBe(false);
  }
});
