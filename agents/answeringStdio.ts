import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

/**
 * Stdin and stdout, where whatever was asked before stdin's end is answered before they are closed. The package's own
 * transport lets go at once: a script that writes its requests and ends had no answers, and a send that it had confirmed
 * was made without a word, or not at all.
 */
export class AnsweringStdio extends StdioServerTransport {
  readonly closed: Promise<void>;
  readonly #stdin: NodeJS.ReadStream;
  readonly #unanswered = new Set<RequestId>();
  #allAnswered = () => {};
  #tellClosed = () => {};

  constructor({ stdin, stdout }: { stdin: NodeJS.ReadStream; stdout: NodeJS.WriteStream }) {
    super(stdin, stdout);
    this.#stdin = stdin;
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
  }

  override start(): Promise<void> {
    const hear = this.onmessage;
    this.onmessage = (message) => {
      this.#note(message);
      hear?.(message);
    };
    return super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
    }
  }

  override async close(): Promise<void> {
    if (this.#stdin.readableEnded && this.#unanswered.size > 0)
      await new Promise<void>((resolve) => {
        this.#allAnswered = resolve;
      });
    await super.close();
    this.#tellClosed();
  }

  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    // A subscription has no answer until it ends, and what is cancelled has none.
    if ("id" in message && message.method !== "subscriptions/listen") this.#unanswered.add(message.id);
    if (message.method === "notifications/cancelled")
      this.#settle((message.params as { requestId?: RequestId } | undefined)?.requestId);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#allAnswered();
  }
}
