/**
 * One account that does its worst: `bun worstAccount.ts URL EMAIL PASSWORD SECONDS [ATTACK…]`. Every attack is a loop
 * of calls over several connections at once, as many as the server lets through; a 429 is waited out.
 */
export {};

const [url = "", email = "", password = "", seconds = "30", ...chosen] = process.argv.slice(2);
const until = performance.now() + Number(seconds) * 1_000;
const mib = 1024 * 1024;
const counts = new Map<string, number>();

const { token, uid } = await login();
const headers = { authorization: `Bearer ${token}` };

const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length));
const json = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const call = (method: string, path: string, body?: unknown) => () =>
  fetch(url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: json(body) }),
  });
const form = (path: string, name: string, text: string) => () => {
  const body = new FormData();
  body.set("file", new File([text], name));
  return fetch(url + path, { method: "POST", headers, body });
};

const hostile = [
  fill("<", 260_000),
  fill("<div>", 1_000_000),
  `<style>${fill("a{background:url( x", 1_000_000)}</style>`,
  `<style>url(${fill(" ", 1_000_000)}</style>`,
  `<p style="url(${fill(" ", 1_000_000)}">`,
  fill("<a href=x>", 1_000_000),
  fill("<svg><title>", 1_000_000),
  fill("<!--[if mso]>x<![endif]-->", 1_000_000),
  fill("<img alt=x>", 1_000_000),
  fill("é\n", 500_000),
];
const blocks = Array.from({ length: 2_000 }, () => ({ type: "button", values: { text: "x" } }));
const cells = Array.from({ length: 900 }, () => ({ text: "<b>" }));
const designs = [
  { body: { rows: [{ cells: [1], columns: [{ contents: blocks }] }], values: {} } },
  {
    body: {
      rows: [
        {
          cells: [1],
          columns: [{ contents: [{ type: "table", values: { table: { rows: [{ cells }] } } }] }],
        },
      ],
      values: {},
    },
  },
  ...hostile.slice(0, 4).map((html) => ({
    body: {
      rows: [{ cells: [1], columns: [{ contents: [{ type: "html", values: { html } }] }] }],
      values: {},
    },
  })),
];
const deep = (levels: number) => `{"name":"n","html":"","design":${fill("[", levels)}${fill("]", levels)}}`;
const row = { firstName: "A", lastName: "B", phone: "1", collection: ["x"] };
const bulk = JSON.stringify({
  leads: Array.from({ length: 90_000 }, (_, at) => ({ ...row, email: `worst${at}@in.test` })),
});
const many = `a,email\n${fill("x,a@in.test\n", 9 * mib)}`;
const shown = (html: string) => () => {
  const body = new FormData();
  body.set("html", html);
  return fetch(`${url}/preview`, { method: "POST", headers, body });
};

/** Each attack: its calls, taken in turn, and how many are under way at once. */
const attacks: Record<string, { calls: (() => Promise<Response>)[]; together: number }> = {
  deep: {
    calls: [50_000, 39_900, 64].map((levels) => call("POST", "/templates", deep(levels))),
    together: 8,
  },
  templates: {
    calls: hostile.map((html) => call("POST", "/templates", { name: "n", html })),
    together: 8,
  },
  render: { calls: designs.map((design) => call("POST", "/templates/render", { design })), together: 8 },
  preview: {
    calls: hostile.flatMap((html) => [
      call("POST", "/email/preview", { html }),
      call("POST", "/email/send/plan", { html, all: true }),
    ]),
    together: 8,
  },
  forms: { calls: hostile.map(shown), together: 4 },
  bulk: { calls: [call("POST", "/amplify/leads/bulk", bulk)], together: 4 },
  sheets: {
    calls: [
      form("/files/convert/excel-to-json", "a.csv", `email\n"${fill('a,"', 9 * mib)}`),
      form("/files/convert/excel-to-json", "b.csv", many),
    ],
    together: 2,
  },
  lists: {
    calls: ["/amplify/leads", "/templates", "/templates/public", "/amplify/campaigns"].map((path) =>
      call("GET", path),
    ),
    together: 8,
  },
  searches: {
    calls: ["a%20b%20c%20d%20e%20f%20g%20h", "%25%25%25%25", "_"].map((text) =>
      call("GET", `/amplify/leads?search=${text}&pageSize=500`),
    ),
    together: 8,
  },
  sockets: { calls: [socket], together: 20 },
};

const running = Object.entries(attacks).filter(([name]) => chosen.length === 0 || chosen.includes(name));
await Promise.all(
  running.flatMap(([name, { calls, together }]) =>
    Array.from({ length: together }, (_, at) => loop(name, calls, at)),
  ),
);
console.log(`over: ${[...counts].map(([name, count]) => `${name} ${count}`).join(", ")}`);
await Bun.sleep(60_000);

async function loop(name: string, calls: readonly (() => Promise<Response>)[], at: number): Promise<void> {
  for (let turn = at; performance.now() < until; turn += 1) {
    const one = calls[turn % calls.length];
    const status = await one?.()
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    const key = `${name} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (status === 429) await Bun.sleep(250);
  }
}

/** Opens a socket, waits for what it says first, and goes away. A refused handshake does not say why; it is waited out. */
async function socket(): Promise<Response> {
  const opened = new WebSocket(`${url.replace("http", "ws")}/ws/${uid}`, { headers } as never);
  const isOpen = await new Promise<boolean>((resolve) => {
    opened.addEventListener("open", () => resolve(true), { once: true });
    opened.addEventListener("error", () => resolve(false), { once: true });
    opened.addEventListener("close", () => resolve(false), { once: true });
  });
  opened.close();
  return new Response("", { status: isOpen ? 200 : 429 });
}

async function login(): Promise<{ token: string; uid: string }> {
  const response = await fetch(`${url}/amplify/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: email, password }),
  });
  return (await response.json()) as { token: string; uid: string };
}
