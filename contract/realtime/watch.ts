import { socketLimits } from "../limits/socket.ts";
import { latestByKey } from "../sending/latestByKey.ts";
import { pause } from "../sending/pause.ts";
import { isChangedMessage, isRealtimeMessage } from "./isRealtimeMessage.ts";
import type { RealtimeMessage } from "./messages.ts";

/** "refused" is the end: the session is not, or no longer, allowed to watch. */
export type WatchState = "connecting" | "open" | "reconnecting" | "refused";

export type WatchOptions = {
  /** Origin of the server, without a slash at the end; "" for the page's own. */
  base: string;
  uid: string;
  /** A bearer token, for programs; the browser's cookie goes by itself. */
  token?: string;
  /** Opens the socket; another one may be given where there is no global WebSocket. */
  openSocket?: (url: string, token: string | undefined) => WebSocket;
  fetch?: typeof globalThis.fetch;
  /** Waits before the next try; tests pass their own. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends the watching and closes the socket. */
  signal: AbortSignal;
  onState?: (state: WatchState) => void;
  /** Something in the workspace is another than before, by its topics (`changes.ts`). */
  onChanged?: (topics: readonly string[]) => void;
};

/**
 * Progress of the campaigns of one person, over `/ws/<uid>`. A lost connection comes back by itself, with a
 * snapshot of every campaign; a reader that lags gets the newest message of each campaign. The iteration ends when
 * the signal is aborted, when the reader stops, or when the server refuses this session.
 */
export async function* watch(options: WatchOptions): AsyncGenerator<RealtimeMessage, void, undefined> {
  const messages = latestByKey<RealtimeMessage>(socketLimits.watchedMax);
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const isNews = newsByCampaign();
  const take = (message: RealtimeMessage) => {
    if (isNews(message)) messages.put(message.data.campaignId, message);
  };
  void keepConnected(options, signal, take).then(messages.end, messages.fail);
  try {
    yield* messages;
  } finally {
    stop.abort();
  }
}

/** A snapshot may be overtaken by what was on its way already: of one campaign only what is newer counts. */
function newsByCampaign(): (message: RealtimeMessage) => boolean {
  const newest = new Map<string, number>();
  return ({ data: { campaignId, seq } }) => {
    if ((newest.get(campaignId) ?? 0) > seq) return false;
    newest.delete(campaignId);
    newest.set(campaignId, seq);
    const [oldest] = newest.keys();
    if (newest.size > socketLimits.watchedMax && oldest !== undefined) newest.delete(oldest);
    return true;
  };
}

async function keepConnected(
  options: WatchOptions,
  signal: AbortSignal,
  onMessage: (message: RealtimeMessage) => void,
): Promise<void> {
  let failures = 0;
  options.onState?.("connecting");
  while (!signal.aborted) {
    const end = await connectOnce(options, signal, onMessage);
    if (signal.aborted) return;
    if (end.refused || (!end.opened && (await isRefused(options, signal)))) {
      options.onState?.("refused");
      return;
    }
    failures = end.opened && !end.busy ? 0 : failures + 1;
    options.onState?.("reconnecting");
    await (options.pause ?? pause)(reconnectDelayMs(failures, Math.random()), signal);
  }
}

/** Two seconds after a close, as the specification says; twice as long after each try that failed, with jitter. */
export function reconnectDelayMs(failures: number, random: number): number {
  const { reconnectMs, reconnectMaxMs, reconnectJitter } = socketLimits;
  if (failures === 0) return reconnectMs;
  const backedOff = Math.min(reconnectMs * 2 ** (failures - 1), reconnectMaxMs / (1 + reconnectJitter));
  return backedOff * (1 + reconnectJitter * random);
}

type ConnectionEnd = { opened: boolean; refused: boolean; busy: boolean };

/** "Try again later" (IANA's registry of close codes): one tab too many knocks ever more seldom, and not for ever so. */
const busyCode = 1013;

// 4401 is our own "signed out"; 1008 is a policy violation (RFC 6455, section 7.4.1). Neither gets better by trying.
const refusedCodes = new Set([4401, 1008]);

function connectOnce(
  options: WatchOptions,
  signal: AbortSignal,
  onMessage: (message: RealtimeMessage) => void,
): Promise<ConnectionEnd> {
  return new Promise((resolve) => {
    const socket = (options.openSocket ?? openSocket)(socketUrl(options), options.token);
    let opened = false;
    const close = () => socket.close();
    // Nobody waits for a closing handshake that a dead server will never answer.
    const leave = () => {
      close();
      resolve({ opened, refused: false, busy: false });
    };
    signal.addEventListener("abort", leave, { once: true });
    socket.addEventListener("open", () => {
      opened = true;
      options.onState?.("open");
    });
    socket.addEventListener("message", (event) => {
      const message = parsed(event.data);
      if (isRealtimeMessage(message)) onMessage(message);
      else if (isChangedMessage(message)) options.onChanged?.(message.data.topics);
    });
    // Once: to Node 22, closing what has not opened yet is the next error.
    socket.addEventListener("error", close, { once: true });
    socket.addEventListener("close", (event) => {
      signal.removeEventListener("abort", leave);
      resolve({ opened, refused: refusedCodes.has(event.code), busy: event.code === busyCode });
    });
    if (signal.aborted) leave();
  });
}

/** A refused handshake looks like a dead server from here, so the session is asked after by an ordinary call. */
async function isRefused(options: WatchOptions, signal: AbortSignal): Promise<boolean> {
  const headers = options.token ? { authorization: `Bearer ${options.token}` } : {};
  const call = options.fetch ?? globalThis.fetch;
  try {
    const answer = await call(`${options.base}/amplify/auth/me`, { headers, credentials: "include", signal });
    return answer.status === 401 || (answer.ok && (await answer.json()).uid !== options.uid);
  } catch {
    return false;
  }
}

function socketUrl({ base, uid }: WatchOptions): string {
  return `${(base || location.origin).replace(/^http/, "ws")}/ws/${encodeURIComponent(uid)}`;
}

// Bun takes headers where a browser takes protocols. A browser never has a token: its cookie goes by itself.
function openSocket(url: string, token: string | undefined): WebSocket {
  const Socket = WebSocket as unknown as new (
    url: string,
    options?: { headers: Record<string, string> },
  ) => WebSocket;
  return token ? new Socket(url, { headers: { authorization: `Bearer ${token}` } }) : new Socket(url);
}

function parsed(data: unknown): unknown {
  if (typeof data !== "string") return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
