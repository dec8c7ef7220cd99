import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { googleStandIn } from "../support/google/googleStandIn.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { send } from "../support/smtp/send.ts";

/** The specification's rules and what they say (its sections 5, 8 and 9), as text of this file's own. */
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer((await googleStandIn()).environment);
  person = await server.signUp();
});
afterAll(() => server.close());

async function said(path: string, body: unknown, method = "POST"): Promise<unknown> {
  const { status, json } = await send(server.url + path, {
    method,
    cookie: person.cookie,
    body: JSON.stringify(body),
  });
  const message = (json as { message?: string } | undefined)?.message;
  return status >= 400 ? message : `taken: ${status}`;
}

describe("sign-up", () => {
  const good = {
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@shop.example",
    password: "Right-Horse-7",
    confirmPassword: "Right-Horse-7",
    status: "AMFR",
  };
  const names = "First and last name must be at least 2 characters";
  const password =
    "Password must be at least 8 characters and contain at least one uppercase letter, one lowercase letter, one number, and one special character";

  test.each([
    [{ firstName: "A" }, names],
    [{ lastName: "B" }, names],
    [{ firstName: "" }, names],
    [{ password: "Sh0rt-7" }, password],
    [{ password: "right-horse-7" }, password],
    [{ password: "RIGHT-HORSE-7" }, password],
    [{ password: "Right-Horse-x" }, password],
    [{ password: "RightHorse7" }, password],
    [{ firstName: "O'Neill" }, "Invalid first name"],
    [{ firstName: "A".repeat(21) }, "Invalid first name"],
    [{ lastName: "Jean-Luc" }, "Invalid last name"],
    [{ lastName: "B".repeat(21) }, "Invalid last name"],
    [{ email: "nobody" }, "Please enter a valid email address"],
    [{ confirmPassword: "Right-Horse-8" }, "Passwords do not match"],
    // In this order, whatever else is wrong.
    [{ firstName: "A", password: "x", email: "x" }, names],
    [{ firstName: "O'Neill", password: "x", email: "x" }, password],
    [{ firstName: "O'Neill", lastName: "Jean-Luc", email: "x" }, "Invalid first name"],
    [{ lastName: "Jean-Luc", email: "x" }, "Invalid last name"],
    [{ email: "x", confirmPassword: "y" }, "Please enter a valid email address"],
  ])("%j is answered %p", async (wrong, sentence) => {
    expect(await said("/amplify/auth/signup", { ...good, ...wrong })).toBe(sentence);
  });

  test("names of 2 and of 20 letters, digits, underscores and spaces are taken", async () => {
    const bounds = { ...good, firstName: "Al", lastName: `${"B".repeat(16)}_ 42` };
    expect(await said("/amplify/auth/signup", bounds)).toBe("taken: 201");
  });
});

describe("sign-in", () => {
  const login = (body: object) => said("/amplify/auth/login", body);

  test("needs username and password", async () => {
    for (const body of [{}, { username: "", password: "" }, { username: person.email }, { password: "x" }])
      expect(await login(body)).toBe("Please enter username and password");
  });

  test("that fails says 'Invalid Credentials' with the code invalid_credentials", async () => {
    const body = JSON.stringify({ username: person.email, password: "Wrong-Horse-7" });
    const answer = await send(`${server.url}/amplify/auth/login`, { body });
    expect(answer).toMatchObject({
      status: 401,
      json: { message: "Invalid Credentials", code: "invalid_credentials" },
    });
  });

  test("connecting Google without a uid says 'Something went wrong, please try again'", async () => {
    const answer = await send(`${server.url}/auth/authorize/scope?uid=`, { cookie: person.cookie });
    expect(answer.json).toMatchObject({ message: "Something went wrong, please try again" });
  });
});

describe("collections", () => {
  const add = (name: string) => said("/amplify/collections", { name });

  test("'all' and 'default' are the product's own, in any spelling", async () => {
    for (const name of ["all", "default", " ALL ", "Default"])
      expect(await add(name)).toBe("Collection name cannot be 'all'");
  });

  test("a second one of the same name, trimmed and lowercased, is refused", async () => {
    expect(await add(" Spring Fair ")).toBe("taken: 201");
    expect(await add("spring fair")).toBe("Collection already exists");
    const list = await send(`${server.url}/amplify/collections`, { cookie: person.cookie });
    expect(list.json).toMatchObject([{ name: "spring fair" }]);
  });

  test("two names that look alike are one", async () => {
    for (const name of ["spring  fair", "spring\u00a0fair", "spr\u200bing fair"])
      expect(await add(name)).toBe("Collection already exists");
    for (const name of ["a\u200bll", "\u2060default"])
      expect(await add(name)).toBe("Collection name cannot be 'all'");
    for (const name of ["\u200b", "\u3164", "\u2800 \u200d", "\u{e0041}"])
      expect(await add(name)).toBe("Please enter a collection name");
    expect(await add("spring\u3164fair")).toBe("Collection already exists");
    const lead = { firstName: "Cy", lastName: "Lee", email: "cy@recipients.example" };
    expect(await said("/amplify/leads", { ...lead, collection: ["Spring  Fair", "spring fair"] })).toBe(
      "taken: 201",
    );
    const leads = [{ ...lead, email: "di@recipients.example", collection: "spring\u3000fair" }];
    expect(await said("/amplify/leads/bulk", { leads })).toBe("taken: 200");
    const list = await send(`${server.url}/amplify/collections`, { cookie: person.cookie });
    expect(list.json).toMatchObject([{ name: "spring fair", count: 2 }]);
  });
});

describe("sending", () => {
  const lead = { firstName: "Ann", lastName: "Lee", email: "ann@recipients.example" };
  const from = "ada@shop.example";
  const good = { subject: "Hello", html: "<p>Hello</p>", leads: [lead], from, type: "manual" };
  const sendIt = (change: object) => said("/email/send", { ...good, ...change });

  test("without an account says where to add one", async () => {
    expect(await said("/amplify/leads", lead)).toBe("taken: 201");
    expect(await sendIt({})).toBe("Please add credentials in accounts section to send emails");
  });

  test("an alias has exactly two parts", async () => {
    const account = { provider: "sandbox", appEmail: from, appPassword: "" };
    for (const alias of ["Ada", "Ada Byron <ada@shop.example>", "<ada@shop.example>", "", null])
      expect(await said("/amplify/auth/credentials", { ...account, alias })).toBe(
        "Alias should be in the format: Name <ada@shop.example>",
      );
    const alias = "Ada <ada@shop.example>";
    expect(await said("/amplify/auth/credentials", { ...account, alias })).toBe("taken: 201");
    const list = await send(`${server.url}/amplify/auth/credentials`, { cookie: person.cookie });
    const [{ _id = "" } = {}] = list.json as { _id?: string }[];
    const change = (body: object) => said(`/amplify/auth/credentials/${_id}`, body, "PUT");
    for (const empty of ["", null, undefined])
      expect(await change({ ...account, alias: empty })).toBe("taken: 200");
    // Nobody signs in at the sandbox, so a password that it was given is none to ask for again.
    expect(await change({ ...account, appPassword: "abcd", alias })).toBe("taken: 200");
    const moved = { ...account, appEmail: "eva@shop.example", alias: "Eva <eva@shop.example>" };
    for (const next of [moved, { ...account, alias }]) expect(await change(next)).toBe("taken: 200");
  });

  test("an account without a provider is one of Google's", async () => {
    const account = { appEmail: from, appPassword: "", alias: "Ada <ada@shop.example>" };
    for (const provider of ["", null, undefined])
      expect(await said("/amplify/auth/credentials", { ...account, provider })).toBe(
        "Please enter the app password",
      );
  });

  test("needs a subject, a template and a sender", async () => {
    const fields = ["subject", "html", "from"];
    for (const missing of fields.flatMap((field) => [
      { [field]: "" },
      { [field]: null },
      { [field]: undefined },
    ]))
      expect([missing, await sendIt(missing)]).toEqual([missing, "Please fill all the fields"]);
  });

  test("a blank type is a manual account's", async () => {
    for (const type of ["", null, "manual", undefined]) expect(await sendIt({ type })).toBe("taken: 200");
    expect(await sendIt({ type: "gscope" })).not.toStartWith("taken");
  });

  test("a test mail needs a template", async () => {
    for (const html of ["", null, undefined])
      expect(await said("/email/send/test", { html })).toBe("Please select a template");
  });
});

describe("leads", () => {
  test("need a first name, a last name and an e-mail; a phone they do not", async () => {
    const lead = { firstName: "Bea", lastName: "Lee", email: "bea@recipients.example" };
    for (const missing of ["firstName", "lastName", "email"])
      expect(await said("/amplify/leads", { ...lead, [missing]: "" })).not.toStartWith("taken");
    expect(await said("/amplify/leads", { ...lead, phone: 49301234 })).toBe("taken: 201");
    const list = await send(`${server.url}/amplify/leads`, { cookie: person.cookie });
    expect(list.json).toContainEqual(expect.objectContaining({ email: lead.email, phone: "49301234" }));
  });

  const convert = async (name: string, text: string) => {
    const form = new FormData();
    form.append("file", new File([text], name));
    const headers = { cookie: person.cookie };
    return fetch(`${server.url}/files/convert/excel-to-json`, { method: "POST", headers, body: form });
  };

  test("a file or a list without leads says 'No leads found in the file'", async () => {
    expect(await (await convert("empty.csv", "")).json()).toMatchObject({
      message: "No leads found in the file",
    });
    expect(await said("/amplify/leads/bulk", { leads: [] })).toBe("No leads found in the file");
  });

  test("a file of another type is refused", async () => {
    expect((await convert("leads.pdf", "First Name,Email\nAnn,ann@recipients.example\n")).status).toBe(400);
  });

  test("the free plan has 50 leads, Premium 1,000, Enterprise as many as one likes", async () => {
    const rows = (count: number, start: number) =>
      Array.from({ length: count }, (_, i) => ({
        firstName: "Lead",
        email: `n${start + i}@recipients.example`,
      }));
    const other = await server.signUp();
    const bulk = async (leads: object[]) =>
      (
        await send(`${server.url}/amplify/leads/bulk`, {
          cookie: other.cookie,
          body: JSON.stringify({ leads }),
        })
      ).status;
    expect([await bulk(rows(50, 0)), await bulk(rows(1, 50))]).toEqual([200, 403]);
    await server.grant(other, { status: "AMPR" });
    expect([await bulk(rows(950, 50)), await bulk(rows(1, 1_000))]).toEqual([200, 403]);
    await server.grant(other, { status: "AMEX" });
    expect(await bulk(rows(1, 1_000))).toBe(200);
  });
});
