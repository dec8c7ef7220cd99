import type { Progress } from "../../../contract/realtime/messages.ts";
import { message } from "../server/realtimeMessage.ts";

export type SocketStandIn = {
  /** How often a socket was opened. */
  opened(): number;
  tell(changes: Partial<Progress>): void;
  /** Says that something in the workspace is another than before. */
  change(topics: readonly string[]): void;
  drop(code?: number): void;
  restore(): void;
};

type Listener = (event: { data?: string; code?: number }) => void;

/** Stands in for the socket's far end while an island is tested alone. It opens at once and says what a test says. */
export function standInSocket(): SocketStandIn {
  const real = globalThis.WebSocket;
  const sockets: Socket[] = [];

  class Socket {
    readonly listeners = new Map<string, Listener[]>();
    constructor() {
      sockets.push(this);
      queueMicrotask(() => this.emit("open", {}));
    }
    addEventListener(kind: string, listener: Listener) {
      this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
    }
    emit(kind: string, event: { data?: string; code?: number }) {
      for (const listener of this.listeners.get(kind) ?? []) listener(event);
    }
    close() {
      this.emit("close", { code: 1000 });
    }
  }
  globalThis.WebSocket = Socket as unknown as typeof WebSocket;
  return {
    opened: () => sockets.length,
    tell: (changes) => sockets.at(-1)?.emit("message", { data: JSON.stringify(message(changes)) }),
    change: (topics) =>
      sockets.at(-1)?.emit("message", {
        data: JSON.stringify({ message: "", data: { target: "changed", topics } }),
      }),
    drop: (code = 1006) => sockets.at(-1)?.emit("close", { code }),
    restore() {
      globalThis.WebSocket = real;
    },
  };
}
