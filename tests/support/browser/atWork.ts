import type { TestPerson, TestServer } from "../server/testServer.ts";

/** Somebody with leads, a template, an account that waits an hour between two mails, and sends under way over it. */
export async function atWork(pages: { server: TestServer }, sends = 1): Promise<TestPerson> {
  const person = await pages.server.signUp();
  const { client } = person;
  const leads = ["Ann", "Ben", "Cid"].map((name) => ({ ...lead(name), collection: ["spring"] }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  await client("POST /templates", { body: { name: "Letter", html: "<p>Hello</p>" } });
  const appEmail = "slow@sandbox.example";
  const body = { provider: "sandbox", appEmail, alias: `Slow <${appEmail}>`, gapMs: 3_600_000 } as const;
  await client("POST /amplify/auth/credentials", { body });
  for (let number = 1; number <= sends; number += 1)
    await client("POST /email/send", {
      body: { subject: `Spring ${number}`, html: "<p>Hi</p>", collection: "all", from: appEmail },
    });
  return person;
}

/** A lead of that first name, as the calls take it. */
export const lead = (name: string) => ({
  firstName: name,
  lastName: "Lee",
  email: `${name.toLowerCase()}@recipients.example`,
});
