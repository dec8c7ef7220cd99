import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Reason } from "../../../contract/reasons.ts";
import { pipeliningConnector } from "./dialogue/pipeliningConnector.ts";
import { type OpenSmtpConnection, type SmtpOptions, timeoutsOf } from "./smtpConnection.ts";
import type { SmtpFault } from "./smtpFault.ts";

/** How to reach a server. Without addresses it is connected to by its name. */
export type Server = Pick<SmtpOptions, "host" | "port" | "security"> & { addresses?: readonly string[] };
export type FoundServer = { ok: true; server: Server } | { ok: false; reason: Reason };

/**
 * Opens connections to a server whose name is resolved for each of them, since an account sends for weeks and servers
 * move. If the name has several addresses, they are tried in turn until one answers (RFC 5321 section 5.1), and that one
 * is tried first the next time.
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

/** If there is another address to try, the connection timeout is shorter. */
function pinnedTo(
  address: string | undefined,
  { options, hasOthers }: { options: SmtpOptions; hasOthers: boolean },
): SmtpOptions {
  if (address === undefined) return options;
  const { connectMs } = timeoutsOf(options);
  const timeouts = hasOthers && { connectMs: Math.min(connectMs, sendLimits.nextAddressMs) };
  return { ...options, pinnedAddress: address, timeouts: { ...options.timeouts, ...timeouts } };
}

/** Whether nobody answered at that address; whatever else happens, the server was reached. */
function isUnanswered({ stage, reply, distrusted = false }: SmtpFault): boolean {
  return stage === "connect" && reply === undefined && !distrusted;
}
