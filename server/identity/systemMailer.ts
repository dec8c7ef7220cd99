import { systemMailLimits } from "../../contract/limits/identity.ts";
import { reason as reasonOf } from "../../contract/reasons.ts";
import type { Outcome } from "../../contract/sending/outcome.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { systemMail } from "../sending/mail/systemMail.ts";
import type { Sender } from "../sending/senders/sender.ts";
import type { SystemSmtp } from "../settings/smtpUrl.ts";

export type SystemLetter = { to: string; subject: string; text: string };

export type SystemMailer = {
  /** Hands a mail over and returns at once: whether and how fast it leaves is not for the caller to see. */
  post(letter: SystemLetter): void;
  /** Waits for the mails under way and drops those that were to be tried again. */
  close(): Promise<void>;
};

/**
 * Sends the installation's own mail, one after another. A server that says "later" is asked again a little
 * later; what then still fails is written to the log without its recipient and its text. Null where the
 * installation has no account for such mail.
 */
export function createSystemMailer(
  core: Core,
  { retryAfterMs = systemMailLimits.retryAfterMs }: { retryAfterMs?: readonly number[] } = {},
): SystemMailer | null {
  const { systemSmtp } = core.settings;
  if (systemSmtp === null) return null;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let waitingCount = 0;
  let last = Promise.resolve();

  const enqueue = (letter: SystemLetter, attempt: number) => {
    if (waitingCount >= systemMailLimits.queueMax) return report("too many mails are waiting");
    waitingCount += 1;
    last = last.then(async () => {
      const outcome = await sendOne({ core, systemSmtp, letter }).catch(asOutcome);
      waitingCount -= 1;
      const retryMs = retryAfterMs[attempt];
      if (outcome.kind === "busy" && retryMs !== undefined)
        tryAgain(letter, { attempt: attempt + 1, retryMs });
      else if (outcome.kind !== "sent")
        report(inWords(outcome.reason).replaceAll(letter.to, "the recipient"));
    });
  };

  function report(reason: string): void {
    core.log.error("A mail of this installation's own could not be sent (AMPLIFY_SYSTEM_SMTP)", { reason });
  }

  function tryAgain(letter: SystemLetter, { attempt, retryMs }: { attempt: number; retryMs: number }): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      enqueue(letter, attempt);
    }, retryMs);
    timer.unref();
    timers.add(timer);
  }

  return {
    post: (letter) => enqueue(letter, 0),
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await last;
    },
  };
}

type Sending = { core: Core; systemSmtp: SystemSmtp; letter: SystemLetter };

/** A connection for each: such mails are few, and a kept one would be dead by the next. */
async function sendOne({ core, systemSmtp, letter }: Sending): Promise<Outcome> {
  const { from, ...server } = systemSmtp;
  const { createSmtpSender } = await import("../sending/senders/smtp.ts");
  const sender: Sender = createSmtpSender({ ...server, connections: 1 });
  try {
    const date = new Date(core.clock.now());
    return await sender.send(systemMail({ ...letter, from, id: core.newId(), date }));
  } finally {
    await sender.close();
  }
}

function asOutcome(error: unknown): Outcome {
  const detail = error instanceof Error ? error.message : "an unknown fault";
  return { kind: "refused", reason: reasonOf("fault", { detail }) };
}
