import { createHmac } from "node:crypto";
import { type Dialogue, DialogueEnd } from "./Dialogue.ts";
import { isPositive, refusalIn } from "./replyClass.ts";

type Login = { user: string; password: string };
/** The command of a mechanism, and the answers to the server's challenges after it. */
type Mechanism = (login: Login) => { command: string; answers: ((challenge: string) => string)[] };

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** In order of preference, PLAIN (RFC 4616) first: it is TLS that protects the password. */
const mechanisms: Record<string, Mechanism> = {
  PLAIN: ({ user, password }) => ({ command: `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, answers: [] }),
  LOGIN: ({ user, password }) => ({
    command: "AUTH LOGIN",
    answers: [() => base64(user), () => base64(password)],
  }),
  // RFC 2195.
  "CRAM-MD5": ({ user, password }) => ({
    command: "AUTH CRAM-MD5",
    answers: [
      (challenge) => {
        const digest = createHmac("md5", password).update(Buffer.from(challenge, "base64")).digest("hex");
        return base64(`${user} ${digest}`);
      },
    ],
  }),
};

/**
 * Signs in with the preferred mechanism that the server offers (RFC 4954). If it offers mechanisms and none of ours is
 * among them, the password is not sent. Throws a `DialogueEnd`.
 */
export async function signIn(
  dialogue: Dialogue,
  { login, offered, waitMs }: { login: Login; offered: ReadonlySet<string>; waitMs: number },
): Promise<void> {
  const known = Object.keys(mechanisms).find((mechanism) => offered.has(mechanism));
  if (known === undefined && offered.size > 0)
    throw new DialogueEnd({ message: [...offered].join(", "), code: "ENOWAY" });
  const name = known ?? "PLAIN";
  const { command, answers } = (mechanisms[name] as Mechanism)(login);
  let reply = await dialogue.ask(`${command}\r\n`, { waitMs });
  for (const answer of answers) {
    if (reply.code !== 334) break;
    reply = await dialogue.ask(`${answer(reply.text.slice(4))}\r\n`, { waitMs });
  }
  // The server asks for more than the mechanism has, so the exchange is cancelled (RFC 4954 section 4).
  if (reply.code === 334) reply = await dialogue.ask("*\r\n", { waitMs });
  if (!isPositive(reply)) throw new DialogueEnd(refusalIn(reply, `AUTH ${name}`));
}
