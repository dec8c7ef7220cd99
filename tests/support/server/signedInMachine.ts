import { createMachine, type Machine } from "./runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "./testServer.ts";

export type SignedInMachine = { server: TestServer; person: TestPerson; machine: Machine };

/** A server, somebody on it, and their machine, on which they have signed in. `status` is their plan, if it is not the smallest. */
export async function startSignedInMachine({
  env = {},
  status,
}: {
  /** Settings of the server. */
  env?: Parameters<typeof startTestServer>[0];
  status?: Parameters<TestServer["grant"]>[1]["status"];
} = {}): Promise<SignedInMachine> {
  const server = await startTestServer(env);
  const person = await server.signUp();
  if (status !== undefined) await server.grant(person, { status });
  const machine = createMachine({ AMPLIFY_SERVER: server.url }, { isResident: true });
  await machine.logIn(person);
  return { server, person, machine };
}
