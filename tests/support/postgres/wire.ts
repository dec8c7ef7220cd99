import { connect, createServer, type Socket } from "node:net";

/** A line to a PostgreSQL server that can be cut and go silent. */
export type Wire = {
  /** The database's address through it. */
  url: string;
  /** Asked of everything that is sent to the server: "before" cuts that connection before it arrives, "after" when it has. */
  cutAt(decide: (sent: string) => "before" | "after" | null): void;
  /** From what is sent with `from` in it until what is sent with `to` no answer comes back; then all of them. */
  holdAnswers(from: string, to: string): void;
  /** Ends every connection that is open. */
  cut(): void;
  /** From now on nothing arrives on either side, and nobody is told. */
  silence(): void;
  close(): Promise<void>;
};

export async function openWire(url: string): Promise<Wire> {
  const { port, hostname } = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  let decide: (sent: string) => "before" | "after" | null = () => null;
  let isSilent = false;
  let held: { from: string; to: string; answers: (() => void)[] | null } | null = null;
  const heed = (sent: string) => {
    if (held?.answers === null && sent.includes(held.from)) held.answers = [];
    if (held === null || !sent.includes(held.to)) return;
    for (const answer of held.answers ?? []) answer();
    held = null;
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    client.on("data", (bytes) => {
      if (isSilent) return;
      const sent = bytes.toString("latin1");
      heed(sent);
      const fate = decide(sent);
      if (fate === "before") return end();
      upstream.write(bytes);
      // Cut by hand, its answer is never passed on.
      if (fate === "after") {
        client.destroy();
        upstream.end();
      }
    });
    upstream.on("data", (bytes) => {
      const answer = () => !client.destroyed && client.write(bytes);
      if (isSilent) return;
      if (held?.answers) held.answers.push(answer);
      else answer();
    });
    for (const socket of pair) socket.on("close", end).on("error", end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const through = new URL(url);
  through.port = String(typeof address === "object" && address ? address.port : 0);
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: through.href,
    cutAt(next) {
      decide = next;
    },
    holdAnswers(from, to) {
      held = { from, to, answers: null };
    },
    cut,
    silence() {
      isSilent = true;
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
