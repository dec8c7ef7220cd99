import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestPerson, TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(120_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;
const leadCount = 40;

beforeAll(async () => {
  ({ server, person, machine } = await startSignedInMachine({ env: { AMPLIFY_PLANS: "off" } }));
  const account = {
    provider: "sandbox",
    appEmail: "ada@example.com",
    alias: "Ada <ada@example.com>",
  } as const;
  await person.client("POST /amplify/auth/credentials", { body: account });
  const leads = Array.from({ length: leadCount }, (_, nth) => ({
    firstName: `P${nth}`,
    lastName: "Lee",
    email: `p${nth}@spring.test`,
    collection: ["spring"],
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  for (const name of ["Plain", "Festive"])
    await person.client("POST /templates", { body: { name, html: `<p>${name}</p>`, design: null } });
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const words = (text: string) => text.split(" ");
const send = (text: string) => machine.run(words(`send --template Plain --collection spring ${text}`));
const planOf = async (name: string) => {
  const found = (await person.client("GET /amplify/campaigns")).find((one) => one.name === name);
  return person.client("GET /amplify/campaigns/{id}/plan", { params: { id: found?._id ?? "" } });
};

test("variants of a mail are tried from the terminal, and the one that is chosen there goes to the rest", async () => {
  const asked = "--or-subject Two --or-template Festive --try-share 20 --winner-by person --winner-after";
  const sent = await machine.run([
    ...words("send --template Plain --collection spring --subject One --name Tried"),
    ...words(asked),
    "1 minute",
    "--yes",
    "--detach",
  ]);
  expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining("Watch it: ")]);
  expect(sent.stdout.split("\n")).toEqual(
    expect.arrayContaining([
      "Subject   One",
      "Subject   Two",
      "Test      20 in 100 leads get each variant; 1 minute later you choose which goes to the rest",
    ]),
  );
  const { _id: id, steps, mails } = await planOf("Tried");
  expect(steps[0]).toMatchObject({ test: { by: "person", afterMinutes: 1 } });
  expect(steps[0]?.variants.map(({ share }) => share)).toEqual([20, 20, 20]);
  expect(mails.map(({ subject }) => subject)).toEqual(["One", "Two", "One"]);
  const html = await Promise.all(
    mails.map(({ variantId }) =>
      person.client("GET /amplify/campaigns/{id}/mails/{variantId}", { params: { id, variantId } }),
    ),
  );
  expect(html.map((mail) => mail.html)).toEqual(["<p>Plain</p>", "<p>Plain</p>", "<p>Festive</p>"]);

  const look = () => person.client("GET /amplify/campaigns/{id}", { params: { id } });
  await until(async () => (await look()).waitingCause?.code !== undefined);
  expect((await machine.run(words("campaigns winner Tried 1b"))).code).toBe(0);
  expect((await machine.run(words("watch Tried"))).code).toBe(0);
  const { items } = await person.client("GET /amplify/campaigns/{id}/deliveries", {
    params: { id },
    query: { pageSize: 100 },
  });
  expect(items).toHaveLength(leadCount);
  expect(new Set(items.map(({ email, state }) => `${email} ${state}`)).size).toBe(leadCount);
});

test("a sequence's file names further variants of a mail, with what is another in each", async () => {
  const file = {
    name: "Letters",
    collections: ["spring"],
    steps: [
      {
        template: "Plain",
        subject: "One",
        test: {
          variants: [{ subject: "Two" }, { template: "Festive" }],
          share: 30,
          by: "opens",
          after: "2 hours",
        },
      },
      { template: "Plain", subject: "Later", after: "1 hour", test: { variants: [{ subject: "Soon" }] } },
    ],
  };
  await Bun.write(join(machine.home, "letters.json"), JSON.stringify(file));
  expect((await machine.run(words("sequences add letters.json"))).code).toBe(0);
  const { steps, mails } = await planOf("Letters");
  expect(steps.map(({ test: how, variants }) => [how, variants.map(({ share }) => share)])).toEqual([
    [{ by: "opens", afterMinutes: 120 }, [30, 30, 30]],
    [{ by: "clicks", afterMinutes: 240 }, [20, 20]],
  ]);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(["Later", "One", "One", "Soon", "Two"]);
  for (const [test, why] of [
    [{ variants: [] }, "steps.0.test.variants"],
    [{ variants: [{}], after: "soon" }, 'steps.0.test.after: a time is written as "30 minutes"'],
    [{ variants: [{}], after: "20 days" }, "of 14 days at most"],
    [{ variants: [{}], luck: 1 }, 'steps.0.test: "luck" means nothing here'],
  ] as const) {
    const wrong = { ...file, steps: [{ ...file.steps[0], test }] };
    await Bun.write(join(machine.home, "wrong.json"), JSON.stringify(wrong));
    const refused = await machine.run(words("sequences add wrong.json"));
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(why)]);
  }
});

test("what is said of variants without any, too many, and a time that is none are refused before anything is made", async () => {
  const before = (await person.client("GET /amplify/campaigns")).length;
  const five = " --or-subject a --or-subject b --or-subject c --or-subject d --or-subject e";
  for (const [more, why] of [
    ["--try-share 10", "Name one: --or-subject TEXT or --or-template NAME."],
    ["--or-subject Two --winner-after soon", '--winner-after "soon" is not a time'],
    [five.trim(), "At most 5 variants can be tried"],
  ] as const) {
    const refused = await send(`--subject One ${more} --yes`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(why)]);
  }
  const whole = await send("--subject One --or-subject Two --try-share 50");
  expect(whole.stdout).toContain(
    "Test      50 in 100 leads get each variant; no others are left for the better one\n",
  );
  for (const [more, why] of [
    ["--try-share 101", "a number from 1 to 100"],
    ["--winner-after 20_days", "at most 14 days"],
    ["--winner-after 0_days", "a minute or more"],
  ] as const) {
    const asked = words(`--subject One --or-subject Two ${more} --yes`).map((word) => word.replace("_", " "));
    const beyond = await machine.run([...words("send --template Plain --collection spring"), ...asked]);
    expect([beyond.code, beyond.stderr]).toEqual([2, expect.stringContaining(why)]);
  }
  const shares = await send("--subject One --or-subject Two --try-share 60 --yes");
  expect([shares.code, shares.stderr]).toEqual([1, expect.stringContaining("add up to more than everybody")]);
  expect((await person.client("GET /amplify/campaigns")).length).toBe(before);
});
