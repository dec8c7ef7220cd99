import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";

import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A request as written, since no client would write it; the whole answer, which ends with the connection. */
function raw(text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = "";
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(text));
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
    // The body's end: these answers are JSON, or have no body.
    if (
      answer.endsWith("}") ||
      /^HTTP\/1.1 [23][^{]*\r\n\r\n(0\r\n\r\n)?$/.test(answer) ||
      /^HTTP\/1.1 400[^{]*\r\n\r\n$/.test(answer)
    )
      socket.end();
  });
  socket.on("close", () => resolve(answer));
  socket.on("error", reject);
  return promise;
}

const request = (line: string, host: string) =>
  `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

test("an empty or malformed Host is answered 400 in a sentence, and nothing is thrown", async () => {
  const log = spyOn(console, "error").mockImplementation(() => {});
  try {
    for (const host of [
      "",
      " ",
      "a b",
      "[::1",
      "x:99999",
      "<>",
      "%zz",
      "user:pw@evil",
      "a/../x?y#",
      "a\\b:c",
    ])
      for (const line of ["GET /", "GET /healthz", "GET /ws/x", "POST /amplify/auth/login", "CONNECT /x"]) {
        const answer = await raw(request(line, host));
        expect({ host, line, status: answer.slice(0, 12) }).toMatchObject({ status: "HTTP/1.1 400" });
        expect(answer).not.toContain(" at ");
      }
    expect(await raw(request("GET /healthz", ""))).toEndWith(
      '{"message":"The Host header of this request is missing or malformed","code":"bad_request"}',
    );
    expect(log).not.toHaveBeenCalled();
  } finally {
    log.mockRestore();
  }
});

test("a request with two Hosts is answered 400, be they alike or not", async () => {
  for (const second of ["a.example", "b.example", ""]) {
    const answer = await raw(request("GET /healthz", `a.example\r\nHost: ${second}`));
    expect(answer).toStartWith("HTTP/1.1 400");
    expect(answer).toContain('"code":"bad_request"');
  }
});

test("a load balancer that asks by HTTP/1.0 without a Host is answered, whatever the call", async () => {
  expect(await raw("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 .*{"ok":true/s);
  expect(await raw("HEAD /healthz HTTP/1.0\r\nConnection: close\r\n\r\n")).toStartWith("HTTP/1.1 200 ");
  expect(await raw("GET //a.example/healthz HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 302 ");
  const wrong = JSON.stringify({ username: "nobody@example.com", password: "Wrong1!wrong" });
  const login = `POST /amplify/auth/login HTTP/1.0\r\nContent-Type: application/json\r\n`;
  expect(await raw(`${login}Content-Length: ${wrong.length}\r\n\r\n${wrong}`)).toEndWith(
    '{"message":"Invalid Credentials","code":"invalid_credentials"}',
  );
  expect(await raw(`${request("GET /healthz", "").replace("1.1", "1.0")}`)).toStartWith("HTTP/1.1 400");
});

test("CONNECT asks for a proxy: 400", async () => {
  for (const target of ["/", "a.example:443", "/amplify/leads"]) {
    const answer = await raw(request(`CONNECT ${target}`, "a.example:443"));
    expect(answer).toStartWith("HTTP/1.1 400");
    expect(answer).toEndWith('{"message":"This server is not a proxy","code":"bad_request"}');
  }
});

test("TRACE is answered 405 with what is allowed, and sends nothing of the request back", async () => {
  for (const path of ["/", "/healthz", "/amplify/leads", "/static/x", "/nowhere"]) {
    const answer = await raw(
      `TRACE ${path} HTTP/1.1\r\nHost: a\r\nCookie: amplify=secret\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toStartWith("HTTP/1.1 405");
    expect(answer).toMatch(/\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/i);
    expect(answer).toEndWith('{"message":"This method is not allowed here","code":"method_not_allowed"}');
  }
});

test("pictures that mails show may be shown by other sites, and nothing else may", async () => {
  const person = await server.signUp();
  const body = new FormData();
  body.set("file", new File([tinyPng], "a.png"));
  const { url } = await person.client("POST /amplify/images", { body });
  const policy = async (path: string) =>
    (await fetch(new URL(path, server.url))).headers.get("cross-origin-resource-policy");
  expect(await policy(url)).toBe("cross-origin");
  expect(await policy("/o/none")).toBe("cross-origin");
  for (const path of ["/", "/healthz", "/openapi.json", "/static/none.js", "/images/none.png"])
    expect({ path, policy: await policy(path) }).toEqual({ path, policy: "same-origin" });
});

test("hosts below this one are asked over https only where the installation says so", async () => {
  for (const [hsts, said] of [
    ["", "max-age=31536000"],
    ["on", "max-age=31536000"],
    ["subdomains", "max-age=31536000; includeSubDomains"],
    ["off", null],
  ] as const) {
    const secure = await startTestServer({ PUBLIC_URL: "https://mail.example.com", AMPLIFY_HSTS: hsts });
    const { headers } = await fetch(`${secure.url}/healthz`);
    expect(headers.get("strict-transport-security")).toBe(said);
    await secure.close();
  }
  const plain = await startTestServer({ AMPLIFY_HSTS: "subdomains" });
  const { headers } = await fetch(`${plain.url}/healthz`);
  expect(headers.get("strict-transport-security")).toBeNull();
  await plain.close();
});

test("a compressed body is refused for that, and not as malformed", async () => {
  const { token } = await server.signUp();
  const gzipped = (call: string, type: string, body: string, encoding = "gzip") =>
    fetch(`${server.url}${call}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type, "content-encoding": encoding },
      body: encoding === "gzip" ? Bun.gzipSync(body) : body,
    });
  const lead = JSON.stringify({ firstName: "Ann", lastName: "Lee", email: "ann@in.test" });
  for (const [call, type, body] of [
    ["/amplify/leads", "application/json", lead],
    ["/amplify/imports?name=a.csv", "application/octet-stream", "email\nann@in.test\n"],
    ["/amplify/images", "multipart/form-data; boundary=x", "--x--"],
  ] as const) {
    const answer = await gzipped(call, type, body);
    expect({ call, status: answer.status, ...(await answer.json()) }).toMatchObject({
      call,
      status: 415,
      code: "unsupported_media_type",
      reason: "body_encoded",
    });
  }
  expect((await gzipped("/amplify/leads", "application/json", lead, "identity")).status).toBe(201);
});

test("JSON in another encoding than UTF-8 is refused, rather than kept without its letters", async () => {
  const { token, client } = await server.signUp();
  const lead = JSON.stringify({ firstName: "Jürgen", lastName: "Lee", email: "juergen@in.test" });
  for (const encoding of ["latin1", "utf16le"] as const) {
    const answer = await fetch(`${server.url}/amplify/leads`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: Buffer.from(`\ufeff${lead}`.slice(encoding === "latin1" ? 1 : 0), encoding),
    });
    expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({
      status: 400,
      code: "bad_request",
      reason: "json_not_utf8",
    });
  }
  expect(await client("GET /amplify/leads", {})).toEqual([]);
});
