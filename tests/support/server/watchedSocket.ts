import { until } from "../until.ts";

type Session = { uid: string; token: string };

/** Opens a socket of a session to the workspace of its own person; `closed` resolves with the code of its close. */
export async function watchedSocket(
  base: string,
  { uid, token }: Session,
): Promise<{ closed: Promise<number> }> {
  const closed = Promise.withResolvers<number>();
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${base.replace("http", "ws")}/ws/${uid}`, { headers } as never);
  socket.onclose = ({ code }) => closed.resolve(code);
  await until(() => socket.readyState === WebSocket.OPEN);
  return { closed: closed.promise };
}
