/** What this machine can answer at all: a server that looks at nothing and sends so many bytes. */
export {};

const bytes = new Uint8Array(Number(process.argv[2]));
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(bytes) });
console.log(`on http://127.0.0.1:${server.port}`);
