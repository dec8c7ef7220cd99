import type { Socket } from "bun";

const [address = "", seconds = "5", headers = "{}"] = process.argv.slice(2);
const connections = 8;
const together = 8;
const url = new URL(address);
const lines = Object.entries(JSON.parse(headers) as Record<string, string>).map(
  ([name, value]) => `${name}: ${value}\r\n`,
);
const request = Buffer.from(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n${lines.join("")}\r\n`);
const answerBytes = await lengthOfOne();
const until = performance.now() + Number(seconds) * 1_000;
const taken: number[] = [];
let count = 0;

await Promise.all(Array.from({ length: connections }, connection));
taken.sort((a, b) => a - b);
const p99 = taken[Math.floor(taken.length * 0.99)] ?? 0;
console.log(`over: ${Math.round(count / Number(seconds))} a second, p99 ${p99.toFixed(1)} ms`);
process.exit(0);

/** Every answer to the same request has the same length: ids and dates do. */
async function lengthOfOne(): Promise<number> {
  let length = 0;
  const first = Promise.withResolvers<void>();
  const socket = await connect((bytes) => {
    length += bytes.length;
    const head = bytes.toString("latin1");
    if (!/^HTTP\/1.1 (200|304)/.test(head)) throw new Error(head.slice(0, 200));
    setTimeout(first.resolve, 200);
  });
  socket.write(request);
  await first.promise;
  socket.end();
  return length;
}

function connect(heard: (bytes: Buffer) => void): Promise<Socket> {
  const port = Number(url.port);
  return Bun.connect({ hostname: "127.0.0.1", port, socket: { data: (_, bytes) => heard(bytes) } });
}

async function connection(): Promise<void> {
  const over = Promise.withResolvers<void>();
  const many = Buffer.concat(Array.from({ length: together }, () => request));
  let awaited = 0;
  let askedAt = 0;
  const ask = () => {
    awaited = together * answerBytes;
    askedAt = performance.now();
    socket.write(many);
  };
  const socket = await connect((bytes) => {
    awaited -= bytes.length;
    if (awaited > 0) return;
    count += together;
    taken.push(performance.now() - askedAt);
    if (performance.now() < until) return ask();
    over.resolve();
  });
  ask();
  await over.promise;
}
