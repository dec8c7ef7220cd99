import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { googleStandIn } from "../support/google/googleStandIn.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { send } from "../support/smtp/send.ts";

/**
 * The specification's calls, fields and entities (its sections 3, 6 and 7), written out here once more: nothing is taken
 * from the product's own lists, so that a word that changes there turns this red.
 */
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer((await googleStandIn()).environment);
  person = await server.signUp();
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: unknown) =>
  send(server.url + path, {
    method,
    cookie: person.cookie,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
/** Without a cookie: whoever has a session and signs in gets another one. */
const signIn = (body: object) => send(`${server.url}/amplify/auth/login`, { body: JSON.stringify(body) });
const fieldsOf = (json: unknown) => Object.keys(json as object);

const sender = {
  provider: "sandbox",
  appEmail: "ada@shop.example",
  appPassword: "",
  alias: "Ada <ada@shop.example>",
};
const ann = {
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@recipients.example",
  phone: "+43 1",
  collection: ["spring"],
};

describe("session", () => {
  test("POST /amplify/auth/signup takes email, password, firstName, lastName and status", async () => {
    const body = {
      email: "new@shop.example",
      password: "Right-Horse-7",
      firstName: "Ada",
      lastName: "Byron",
      status: "AMFR",
    };
    const answer = await call("POST", "/amplify/auth/signup", body);
    expect(answer.status).toBeLessThan(300);
    const login = await signIn({
      username: "new@shop.example",
      password: "Right-Horse-7",
    });
    expect(login).toMatchObject({ status: 200, json: { status: "AMFR", role: "user" } });
  });

  test("POST /amplify/auth/login takes username and password, and answers uid, status, token and role", async () => {
    const answer = await signIn({
      username: person.email,
      password: person.password,
    });
    expect(answer.status).toBe(200);
    expect(fieldsOf(answer.json)).toEqual(expect.arrayContaining(["uid", "status", "token", "role"]));
    expect(answer.json).toMatchObject({ uid: person.uid });
  });

  test("POST /amplify/auth/verify takes { uid } and answers data.status and data.role", async () => {
    const answer = await call("POST", "/amplify/auth/verify", { uid: person.uid });
    expect(answer).toMatchObject({ status: 200, json: { data: { status: "AMFR", role: "user" } } });
  });

  test("POST /amplify/auth/store-google-user takes email, firstName, lastName, uid and status beside a bearer token", async () => {
    const google = await googleStandIn();
    const token = await google.idToken({ email: "goo@gmail.com", email_verified: true, sub: "s-1" });
    const person = { email: "goo@gmail.com", firstName: "Goo", lastName: "Gle", uid: "s-1", status: "AMFR" };
    // Google knows people of one name, and then says null.
    for (const body of [person, { ...person, lastName: null }]) {
      const answer = await send(`${server.url}/amplify/auth/store-google-user`, {
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer).toMatchObject({ status: 200, json: { status: "AMFR" } });
    }
  });

  test("GET /auth/authorize/scope?uid= answers authorization_url", async () => {
    const answer = await call("GET", `/auth/authorize/scope?uid=${person.uid}`);
    expect(answer).toMatchObject({
      status: 200,
      json: { authorization_url: expect.stringMatching(/^https?:/) },
    });
  });
});

describe("credentials", () => {
  test("are listed, added, changed and deleted under /amplify/auth/credentials, with the fields of the entity", async () => {
    const added = await call("POST", "/amplify/auth/credentials", sender);
    expect(added.status).toBeLessThan(300);
    const list = await call("GET", "/amplify/auth/credentials");
    const [credential] = list.json as { _id: string }[];
    expect(fieldsOf(credential)).toEqual(
      expect.arrayContaining(["_id", "provider", "appEmail", "appPassword", "alias", "type"]),
    );
    expect(credential).toMatchObject({ ...sender, type: "manual" });
    const path = `/amplify/auth/credentials/${credential?._id}`;
    expect((await call("PUT", path, { ...sender, alias: "Bea <ada@shop.example>" })).status).toBe(200);
    expect((await call("GET", "/amplify/auth/credentials")).json).toMatchObject([
      { alias: "Bea <ada@shop.example>" },
    ]);
    expect((await call("DELETE", path)).status).toBe(200);
    expect((await call("GET", "/amplify/auth/credentials")).json).toEqual([]);
  });
});

describe("leads", () => {
  test("are listed, added, changed and deleted under /amplify/leads, with the fields of the entity", async () => {
    expect((await call("POST", "/amplify/leads", ann)).status).toBeLessThan(300);
    const [lead] = (await call("GET", "/amplify/leads")).json as { _id: string }[];
    expect(lead).toMatchObject({
      ...ann,

      optout: false,
      emailCount: 0,
      openedCount: 0,
    });
    expect(lead?._id).toMatch(/./);
    const path = `/amplify/leads/${lead?._id}`;
    expect((await call("PUT", path, { ...lead, optout: true })).status).toBe(200);
    expect((await call("GET", "/amplify/leads")).json).toMatchObject([{ ...ann, optout: true }]);
    expect((await call("DELETE", path)).status).toBe(200);
    expect((await call("GET", "/amplify/leads")).json).toEqual([]);
  });

  test("POST /amplify/leads/bulk takes { leads: [firstName, lastName, email, phone, collection] }", async () => {
    const answer = await call("POST", "/amplify/leads/bulk", {
      leads: [{ ...ann, email: "bulk@recipients.example" }],
    });
    expect(answer.status).toBe(200);
    expect((await call("GET", "/amplify/leads")).json).toMatchObject([
      { email: "bulk@recipients.example", collection: ["spring"] },
    ]);
  });

  test("POST /files/convert/excel-to-json takes a multipart file and answers data, a list of row objects", async () => {
    const form = new FormData();
    form.append("file", new File(["First Name,E-mail\nAnn,ann@recipients.example\n"], "leads.csv"));
    const answer = await fetch(`${server.url}/files/convert/excel-to-json`, {
      method: "POST",
      headers: { cookie: person.cookie },
      body: form,
    });
    expect(await answer.json()).toMatchObject({
      data: [{ "First Name": "Ann", "E-mail": "ann@recipients.example" }],
    });
  });
});

describe("sending", () => {
  test("POST /email/send takes subject, html, leads, from and type, and says 'Email sent successfully'", async () => {
    await call("POST", "/amplify/auth/credentials", sender);
    const leads = (await call("GET", "/amplify/leads")).json as unknown[];
    for (const from of ["Ada <ada@shop.example>;ada@shop.example", "ada@shop.example"]) {
      const body = { subject: `By ${from}`, html: "<p>Hello</p>", leads, from, type: "manual" };
      const answer = await call("POST", "/email/send", body);
      expect(answer).toMatchObject({ status: 200, json: { message: "Email sent successfully" } });
    }
  });

  test("POST /email/send/test takes html", async () => {
    const answer = await call("POST", "/email/send/test", { html: "<p>Hello</p>" });
    expect(answer.status).toBe(200);
  });

  test("/ws/{uid} tells of a send in { message, data: { target: 'email', total, success, failed, … } }", async () => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws/${person.uid}`, {
      headers: { cookie: person.cookie, origin: server.url },
    } as never);
    const first = await new Promise<{ data: object }>((resolve, reject) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)));
      socket.onclose = () => reject(new Error("closed"));
    });
    socket.onclose = null;
    socket.close();
    expect(fieldsOf(first)).toEqual(expect.arrayContaining(["message", "data"]));
    expect(fieldsOf(first.data)).toEqual(
      expect.arrayContaining(["total", "success", "failed", "failedEmails", "running", "root"]),
    );
    expect(first.data).toMatchObject({ target: "email", root: "email" });
  });
});

describe("templates", () => {
  test("GET, POST and DELETE /templates, with _id, name, design and html", async () => {
    const design = { body: { rows: [], values: {} } };
    const added = await call("POST", "/templates", { name: "Spring", design, html: "<p>Hello</p>" });
    expect(added.status).toBeLessThan(300);
    const [template] = (await call("GET", "/templates")).json as { _id: string }[];
    expect(template).toMatchObject({
      name: "Spring",
      html: expect.stringContaining("Hello"),
    });
    expect(fieldsOf(template)).toContain("design");
    expect((await call("DELETE", `/templates/${template?._id}`)).status).toBe(200);
    expect((await call("GET", "/templates")).json).toEqual([]);
  });

  test("GET /templates/public lists templates of the same shape", async () => {
    const list = (await call("GET", "/templates/public")).json as object[];
    expect(list.length).toBeGreaterThan(0);
    for (const template of list)
      expect(fieldsOf(template)).toEqual(expect.arrayContaining(["_id", "name", "design", "html"]));
  });
});

describe("roles and permissions", () => {
  test("without a session every call but sign-in and sign-up is 401 'Unauthorized'", async () => {
    const paths = ["/amplify/leads", "/amplify/auth/credentials", "/templates", "/templates/public"];
    for (const path of paths) {
      const answer = await send(server.url + path);
      expect({ path, status: answer.status, json: answer.json }).toEqual({
        path,
        status: 401,
        json: { message: "Unauthorized" },
      });
    }
  });

  test("the API is for AMPR, AMEX and admins", async () => {
    const overview = () => call("GET", "/amplify/api/overview");
    expect((await overview()).status).toBe(403);
    for (const standing of [
      { status: "AMPR" },
      { status: "AMEX" },
      { status: "AMFR", role: "admin" },
    ] as const) {
      await server.grant(person, standing);
      expect({ standing, status: (await overview()).status }).toEqual({ standing, status: 200 });
    }
  });
});
