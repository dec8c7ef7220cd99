import { openRawSocket } from "./rawSocket.ts";
import type { TestPerson, TestServer } from "./testServer.ts";

/** The topics that a session is told of, as they come. */
export async function toldTopics({ url }: Pick<TestServer, "url">, person: TestPerson) {
  const headers = { cookie: person.cookie, origin: url };
  const socket = await openRawSocket({ port: Number(new URL(url).port), path: `/ws/${person.uid}`, headers });
  const topics = () =>
    socket.messages
      .map((text) => JSON.parse(text).data)
      .filter(({ target }) => target === "changed")
      .flatMap((data) => data.topics as string[]);
  return { topics, socket };
}
