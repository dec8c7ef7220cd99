import { type Client, unreached } from "../contract/client.ts";
import { Refusal } from "../contract/errors.ts";
import { pageAnswered } from "../contract/sending/connectionFaults.ts";
import type { Texts } from "../contract/texts/language.ts";
import { type FaultTexts, faultTexts } from "../contract/texts/terminal/faults.ts";
import { UsageFault } from "./faults.ts";
import { readSession, type Session } from "./session.ts";
import type { Terminal } from "./terminal.ts";
import { createTerminalClient } from "./terminalClient.ts";

export const defaultServer = "http://localhost:8000";

export type Connection = { client: Client; session: Session };

/**
 * The client of the signed-in user. AMPLIFY_TOKEN and AMPLIFY_SERVER (or `--server`) take precedence over the stored session.
 * @throws {Refusal} "unauthorized" if nobody is signed in to that server.
 */
export async function connect(terminal: Terminal, server: string | undefined): Promise<Connection> {
  const { env } = terminal;
  const texts = terminal.texts(faultTexts);
  const kept = await readSession(env);
  const named = server ?? env.AMPLIFY_SERVER;
  const base = named ? serverOrigin(named, texts) : (kept?.server ?? defaultServer);
  if (env.AMPLIFY_TOKEN) return connectByToken(base, env.AMPLIFY_TOKEN, terminal.texts);
  // A token is sent only to the server that issued it.
  if (!kept || kept.server !== base) throw new Refusal("unauthorized", texts.notSignedIn(base));
  return { client: createTerminalClient({ base, token: kept.token, texts: terminal.texts }), session: kept };
}

async function connectByToken(base: string, token: string, texts: Texts): Promise<Connection> {
  const client = createTerminalClient({ base, token, texts });
  const { uid, email } = answeredHere(await client("GET /amplify/auth/me"), "uid", { base, texts });
  return { client, session: { server: base, uid, token, email } };
}

/** An answer that has what it must have. @throws {Refusal} where it does not: then what answered is no Amplify server. */
export function answeredHere<A extends object>(
  answer: A,
  field: keyof A,
  { base, texts }: { base: string; texts: Texts },
): A {
  if (typeof (answer as A | null)?.[field] === "string") return answer;
  throw unreached({ cause: pageAnswered, base, texts });
}

/** The origin of a server's URL. @throws {UsageFault} for anything but an http or https URL. */
export function serverOrigin(text: string, texts: FaultTexts): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageFault(texts.notAddress(text));
  return url.origin;
}

/** Whether a password would be sent over a network unencrypted. */
export function isExposed(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
