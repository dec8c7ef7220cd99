import { socketLimits } from "../../../contract/limits/socket.ts";
import { pause } from "../../../contract/sending/pause.ts";
import { onCall } from "../../_data/browserClient.ts";

/**
 * Waits before the next try to connect, and no longer than until a call is answered, the network is back or the page is
 * looked at again, but never less than the specification's two seconds (section 9).
 */
export async function pauseUntilHope(ms: number, signal: AbortSignal): Promise<void> {
  const hope = new AbortController();
  const wake = () => hope.abort();
  const unhear = onCall(wake);
  window.addEventListener("online", wake, hope);
  window.addEventListener("focus", wake, hope);
  await pause(socketLimits.reconnectMs, signal);
  await pause(ms - socketLimits.reconnectMs, AbortSignal.any([signal, hope.signal]));
  wake();
  unhear();
}
