import { expect, test } from "bun:test";
import { readSettings } from "../../../server/settings/settings.ts";

test("nothing set is a server on port 8000 of this machine alone", () => {
  expect(readSettings({})).toMatchObject({
    port: 8000,
    host: "127.0.0.1",
    publicUrl: null,
    dataFolder: "./data",
    key: null,
    plans: true,
    rateLimits: true,
    sandbox: true,
    signup: true,
    privateHosts: false,
    google: null,
    trustProxy: [],
  });
});

test("an empty variable counts as not set", () => {
  expect(readSettings({ PORT: "", PUBLIC_URL: "", AMPLIFY_PLANS: "" })).toMatchObject({
    port: 8000,
    plans: true,
  });
});

test("HOST in brackets, as an address of IPv6 stands in a URL, is that address", () => {
  for (const host of ["[::1]", "::1"]) expect(readSettings({ HOST: host })).toMatchObject({ host: "::1" });
  expect(readSettings({ HOST: "0.0.0.0" })).toMatchObject({ host: "0.0.0.0" });
});

test("each variable is read in its own form", () => {
  expect(
    readSettings({
      PORT: "0",
      PUBLIC_URL: "https://mail.example.com/app/",
      AMPLIFY_PLANS: "off",
      GOOGLE_CLIENT_ID: "id",
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_BASE_URL: "http://127.0.0.1:9/",
      TRUST_PROXY: "10.0.0.1, 10.1.0.0/16",
    }),
  ).toMatchObject({
    port: 0,
    publicUrl: "https://mail.example.com",
    plans: false,
    google: { clientId: "id", clientSecret: "secret", baseUrl: "http://127.0.0.1:9" },
    trustProxy: ["10.0.0.1", "10.1.0.0/16"],
  });
  expect(readSettings({ GOOGLE_CLIENT_ID: "id" })).toMatchObject({
    google: null,
    missingHalves: ["GOOGLE_CLIENT_SECRET"],
  });
  const microsoft = { MICROSOFT_CLIENT_ID: "id", MICROSOFT_CLIENT_SECRET: "secret" };
  expect(readSettings(microsoft)).toMatchObject({
    microsoft: { clientId: "id", clientSecret: "secret", tenant: "common", baseUrl: null },
    missingHalves: [],
  });
  expect(readSettings({ ...microsoft, MICROSOFT_TENANT: "Contoso.example" }).microsoft?.tenant).toBe(
    "contoso.example",
  );
});

test("a wrong value is refused by the variable's name", () => {
  const wrong = {
    PORT: ["eighty", "-1", "70000", " ", "1e3", "0x50", "80.5"],
    PUBLIC_URL: [
      "mail.example.com",
      "ftp://mail.example.com",
      "javascript:alert(1)",
      "https://example.com/mail",
      "https://example.com/?mail",
    ],
    AMPLIFY_PLANS: ["yes", "ON"],
    AMPLIFY_GOOGLE_SMTP: ["http://relay.example.com"],
    AMPLIFY_GOOGLE_IMAP: ["smtp://mail.example.com"],
    SUPPORT_ADDRESS: ["nobody"],
    MICROSOFT_TENANT: ["common/../evil", "a b", "?x"],
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) expect(() => readSettings({ [name]: value })).toThrow(`Setting ${name}:`);
});

test("a password with signs that end a host is refused, said how to be written, and not repeated", () => {
  const said = "with a / ? # or @ of its password as %2F %3F %23 or %40";
  for (const password of ["12/45", "12?45", "12#45", "s/cret", "s#cret"]) {
    const url = `postgres://ada:${password}@db.example.com:5432/amplify`;
    expect(() => readSettings({ DATABASE_URL: url })).toThrow(said);
    expect(() => readSettings({ DATABASE_URL: url })).not.toThrow(password);
    const smtp = `smtps://ada:${password}@mail.example.com?from=ada@example.com`;
    expect(() => readSettings({ AMPLIFY_SYSTEM_SMTP: smtp })).toThrow(said);
  }
  for (const url of [
    "postgres://ada:12%2F45@db.example.com/amplify",
    "postgres://ada:p@ss@db.example.com/amplify",
    "postgres://db.example.com/amplify?user=ada@db",
    "postgres:///amplify?host=/run&user=ada@db",
  ])
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("a relay or a gateway without a host is none", () => {
  for (const url of ["smtp://", "smtps:///mail.example.com"])
    expect(() => readSettings({ AMPLIFY_GOOGLE_SMTP: url })).toThrow("must look like smtp://host:port");
  expect(() => readSettings({ AMPLIFY_OUTLOOK_IMAP: "imaps:///mail.example.com" })).toThrow(
    "imaps://host:port",
  );
});

test("a comma behind the last proxy and blanks around an address are nothing of them", () => {
  const { trustProxy, host } = readSettings({ TRUST_PROXY: "127.0.0.1, ::1, ", HOST: " 127.0.0.1 " });
  expect([trustProxy, host]).toEqual([["127.0.0.1", "::1"], "127.0.0.1"]);
});

test("a port, a switch, a choice and an address that are wrong are told how they have to look", () => {
  const said = {
    PORT: ["eighty", "must be a whole number from 0 to 65,535"],
    AMPLIFY_PLANS: ["yes", "must be on or off"],
    AMPLIFY_LOG: ["xml", "must be pretty or json"],
    AMPLIFY_LOG_LEVEL: ["loud", "must be debug, info, warn or error"],
    AMPLIFY_HSTS: ["yes", "must be on, subdomains or off"],
    UNLAYER_PROJECT_ID: ["mine", "must be the number of a project at Unlayer"],
    SUPPORT_ADDRESS: ["nobody", "must be an email address, such as support@example.com"],
    PUBLIC_URL: [
      "https://example.com/mail",
      "must look like https://mail.example.com, with no path behind it",
    ],
  };
  for (const [name, [value, rule]] of Object.entries(said))
    expect(() => readSettings({ [name]: value })).toThrow(`Setting ${name}: ${rule}`);
});

test("whoever is asked about domains is named with or without a port, or is nobody", () => {
  const asked = (text: string) => readSettings({ AMPLIFY_DNS_SERVERS: text }).dnsServers;
  expect([asked(""), asked("off"), asked("192.0.2.53, [2001:db8::1]:5353,2001:db8::2,127.0.0.1:99")]).toEqual(
    [[], null, ["192.0.2.53", "[2001:db8::1]:5353", "2001:db8::2", "127.0.0.1:99"]],
  );
  for (const wrong of [
    "dns.example",
    "192.0.2.53:",
    "on",
    "1.2.3",
    "[1.2.3.4",
    "[1.2.3.4]",
    "999.1.1.1",
    "2001:db8::2::1",
    "192.0.2.53:0",
    "192.0.2.53:99999",
    "[2001:db8::1]:70000",
  ])
    expect(() => asked(wrong)).toThrow("AMPLIFY_DNS_SERVERS");
});
