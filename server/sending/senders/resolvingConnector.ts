import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Reason } from "../../../contract/reasons.ts";
import { pipeliningConnector } from "./dialogue/pipeliningConnector.ts";
import { type OpenSmtpConnection, type SmtpOptions, timeoutsOf } from "./smtpConnection.ts";
import type { SmtpFault } from "./smtpFault.ts";

/** Where a server is. Without addresses it is reached by its name. */
export type Server = Pick<SmtpOptions, "host" | "port" | "security"> & { addresses?: readonly string[] };
export type FoundServer = { ok: true; server: Server } | { ok: false; reason: Reason };

/**
 * Opens connections to a server that is looked up for each of them: an account sends for weeks, and servers move meanwhile. Where
 * its name has several addresses, the next one is tried as long as nobody answers (RFC 5321 section 5.1), and the one that
 * answered is asked first the next time.
 */
export function resolvingConnector(
  find: () => Promise<FoundServer>,
  connect: OpenSmtpConnection = pipeliningConnector(),
): OpenSmtpConnection {
  let answeredAt: string | undefined;
  return async (options, signal) => {
    const found = await find();
    if (!found.ok) return { ok: false, fault: { stage: "connect", reason: found.reason } };
    const { addresses = [], ...server } = found.server;
    const asked = { ...options, ...server };

    async function openAt([address, ...others]: readonly string[]): ReturnType<OpenSmtpConnection> {
      const opened = await connect(
        pinnedTo(address, { options: asked, hasOthers: others.length > 0 }),
        signal,
      );
      if (opened.ok) answeredAt = address;
      const isOver = opened.ok || others.length === 0 || signal?.aborted || !isUnanswered(opened.fault);
      return isOver ? opened : openAt(others);
    }

    return openAt(inOrder(addresses, answeredAt));
  };
}

function inOrder(addresses: readonly string[], first: string | undefined): readonly string[] {
  const known = addresses.filter((address) => address === first);
  return [...new Set([...known, ...addresses])].slice(0, sendLimits.addressesMax);
}

/** Where there is another address, silence is not waited for as long. */
function pinnedTo(
  address: string | undefined,
  { options, hasOthers }: { options: SmtpOptions; hasOthers: boolean },
): SmtpOptions {
  if (address === undefined) return options;
  const { connectMs } = timeoutsOf(options);
  const timeouts = hasOthers && { connectMs: Math.min(connectMs, sendLimits.nextAddressMs) };
  return { ...options, pinnedAddress: address, timeouts: { ...options.timeouts, ...timeouts } };
}

/** Whoever answers is the server, whatever it says. */
function isUnanswered({ stage, reply, distrusted = false }: SmtpFault): boolean {
  return stage === "connect" && reply === undefined && !distrusted;
}
