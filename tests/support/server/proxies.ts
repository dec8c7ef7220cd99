import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { createServer } from "node:net";
import { join, resolve } from "node:path";

/** The files that docs/OPERATIONS.md offers, with this machine's addresses in the place of a public host's. */
export const proxies = [
  {
    name: "nginx",
    command: (folder: string) => ["nginx", "-e", join(folder, "error.log"), "-c", join(folder, "main.conf")],
    configure: ({ folder, port, server }: Place) => {
      const conf = configuration("nginx.conf")
        .replace(/^ {4}listen \[::\].*\n/gm, "")
        .replace("listen 80;", `listen unix:${join(folder, "plain.sock")};`)
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replaceAll("mail.example.org", "localhost")
        .replace("/etc/letsencrypt/live/localhost/fullchain.pem", join(folder, "cert.pem"))
        .replace("/etc/letsencrypt/live/localhost/privkey.pem", join(folder, "key.pem"))
        .replace(
          "    server 127.0.0.1:8000;\n",
          severalServers().replace(/10\.0\.0\.\d+:8000/g, new URL(server).host),
        );
      writeFileSync(join(folder, "site.conf"), conf);
      const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      writeFileSync(
        join(folder, "main.conf"),
        `daemon off; pid ${join(folder, "pid")}; ${process.getuid?.() === 0 ? "user root;" : ""}
        events {} http { access_log off; ${own.join(" ")} include ${join(folder, "site.conf")}; }`,
      );
    },
  },
  {
    name: "caddy",
    command: (folder: string) => [
      "caddy",
      "run",
      "--adapter",
      "caddyfile",
      "--config",
      join(folder, "Caddyfile"),
    ],
    configure: ({ folder, port, server }: Place) => {
      const tls = `\ttls ${join(folder, "cert.pem")} ${join(folder, "key.pem")}\n\tbind 127.0.0.1\n`;
      const conf = configuration("Caddyfile")
        .replace("mail.example.org {\n", `https://localhost:${port} {\n${tls}`)
        .replace("127.0.0.1:8000", new URL(server).host);
      const options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n";
      writeFileSync(join(folder, "Caddyfile"), options + conf);
    },
  },
];

export type WebProxy = (typeof proxies)[number];
type Place = { folder: string; port: number; server: string };

function configuration(name: string): string {
  return readFileSync(resolve(import.meta.dir, "../../../docs/operations", name), "utf8");
}

/** How docs/POSTGRES.md has several servers share the work; here all of them are one and the same. */
function severalServers(): string {
  const document = readFileSync(resolve(import.meta.dir, "../../../docs/POSTGRES.md"), "utf8");
  const lines = document.match(/^ {4}server 10\.0\.0\.\d+:8000.*;\n/gm) ?? [];
  if (lines.length < 2) throw new Error("docs/POSTGRES.md names no servers that share the work");
  return lines.join("");
}

export type StartedProxy = {
  url: string;
  /** The certificate that it shows, to be trusted. */
  ca: string;
  /** A call as a visitor at 127.0.0.2 makes it, which is not where the proxy stands. */
  call(path: string, options?: CallOptions): Promise<Called>;
  end(): Promise<void>;
};

export function isInstalled({ name }: WebProxy): boolean {
  return Bun.which(name) !== null && Bun.which("openssl") !== null;
}

/** Starts one in a folder, over https on that port, in front of a server. */
export function startProxy(proxy: WebProxy, { folder, port, server }: Place): StartedProxy {
  makeCertificate(folder);
  const ca = readFileSync(join(folder, "cert.pem"), "utf8");
  proxy.configure({ folder, port, server });
  const child = Bun.spawn(proxy.command(folder), {
    env: { PATH: process.env.PATH ?? "", HOME: folder },
    stdout: "ignore",
    stderr: "ignore",
  });
  return {
    url: `https://localhost:${port}`,
    ca,
    call: (path, options = {}) => callOver({ port, ca }, path, options),
    async end() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

type Called = { status: number; headers: IncomingHttpHeaders; text: string };
type CallOptions = { method?: string; headers?: Record<string, string>; body?: string };

function callOver(where: { port: number; ca: string }, path: string, options: CallOptions): Promise<Called> {
  const { headers, body, method = body === undefined ? "GET" : "POST" } = options;
  return new Promise((answered, failed) => {
    const asked = request(
      {
        ...where,
        host: "localhost",
        family: 4,
        localAddress: "127.0.0.2",
        path,
        method,
        headers,
        agent: false,
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (piece) => (text += piece));
        answer.on("end", () => answered({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on("error", failed);
    if (body === undefined) asked.flushHeaders();
    if (headers?.["content-length"] === undefined) asked.end(body);
  });
}

function makeCertificate(folder: string): void {
  const made = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    join(folder, "key.pem"),
    "-out",
    join(folder, "cert.pem"),
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost",
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => probe.once("listening", listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}
