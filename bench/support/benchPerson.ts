import { type Client, createClient } from "../../contract/client.ts";

export const benchPerson = { email: "bench@example.com", password: "Bench-Horse-7" };

/** Signs somebody up on an empty server. */
export async function signUpBenchPerson(base: string): Promise<{ client: Client; token: string }> {
  const visitor = createClient({ base });
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Bench", lastName: "Runner", ...benchPerson },
  });
  const { token } = await visitor("POST /amplify/auth/login", {
    body: { username: benchPerson.email, password: benchPerson.password },
  });
  return { client: createClient({ base, token }), token };
}
