import { expect, test } from "bun:test";
import fc from "fast-check";
import { socketlessExchange } from "../support/smtp/socketlessExchange.ts";

/** What the server says at one mail, where that is not the usual. */
const manner = fc.constantFrom<Record<string, string>>(
  {},
  { mail: "451 Later" },
  { rcpt: "550 No such user" },
  { rcpt: "550 No such user", data: "354 Go" },
  { data: "554 No" },
  { dot: "550 No" },
  { dot: "451-Later\r\n451 Much later" },
);

/** At one reply of all: nothing wrong, said twice, said with another one behind it, or left out. */
const slip = fc.record({
  at: fc.nat(30),
  how: fc.constantFrom("none", "twice", "with 250 ok", "with 550 no", "with 354 go", "left out"),
});

type Manner = Record<string, string>;

/** A server on paper, which does what it says and slips once. Answers what it took, by name. */
function serving(
  words: ReturnType<typeof socketlessExchange>,
  manners: readonly Manner[],
  { at, how }: { at: number; how: string },
) {
  const took = new Set<string>();
  const mind = { heard: 0, said: 0, mail: -1, name: "", open: false, valid: false, receiving: false };
  const reply = (text: string): string => {
    mind.said += 1;
    if (mind.said - 1 !== at || how === "none") return `${text}\r\n`;
    if (how === "left out") return "";
    return `${text}\r\n${how === "twice" ? text : how.slice("with ".length)}\r\n`;
  };
  const answer = (line: string): string => {
    const own = manners[mind.mail] ?? {};
    if (mind.receiving) {
      if (line !== ".") return "";
      mind.receiving = false;
      const said = mind.valid ? (own.dot ?? "250 ok") : "554 Nobody";
      if (said.startsWith("250")) took.add(mind.name);
      mind.open = false;
      return reply(said);
    }
    if (line === "RSET") {
      mind.open = false;
      return reply("250 ok");
    }
    if (line.startsWith("MAIL")) {
      if (mind.open) return reply("503 Nested");
      mind.mail += 1;
      mind.valid = false;
      const said = manners[mind.mail]?.mail ?? "250 ok";
      mind.open = said.startsWith("250");
      return reply(said);
    }
    if (line.startsWith("RCPT")) {
      mind.name = /<([^@]*)@/.exec(line)?.[1] ?? "";
      const said = mind.open ? (own.rcpt ?? "250 ok") : "503 MAIL first";
      mind.valid = said.startsWith("250");
      return reply(said);
    }
    const said = mind.valid
      ? (own.data ?? "354 Go")
      : own.data?.startsWith("354") && mind.open
        ? own.data
        : "503 RCPT first";
    mind.receiving = said.startsWith("354");
    return reply(said);
  };
  /** Answers all that was said since; false when there was nothing. */
  const turn = async (): Promise<boolean> => {
    const heard = words.said.join("");
    const lines = heard.slice(mind.heard).split("\r\n").slice(0, -1);
    mind.heard = heard.length;
    if (lines.length === 0) return false;
    const said = lines.map(answer).join("");
    if (said !== "") words.dialogue.receive(Buffer.from(said));
    await words.everybodyTold();
    return true;
  };
  return { took, turn };
}

async function campaign(
  manners: readonly Manner[],
  options: { pipelining: boolean; slip: { at: number; how: string } },
) {
  const words = socketlessExchange({ pipelining: options.pipelining });
  const server = serving(words, manners, options.slip);
  const names = manners.map((_, index) => `lead${index}`);
  // As a pool hands them over: the third comes when the first is known.
  for (const name of names) {
    words.send(name);
    const isFull = () =>
      names.slice(0, names.indexOf(name) + 1).filter((one) => !words.outcomes.has(one)).length > 1;
    while (isFull() && words.dialogue.alive && (await server.turn()));
    if (isFull()) words.dialogue.timeUp();
    await words.everybodyTold();
  }
  while (words.dialogue.alive && (await server.turn()));
  words.dialogue.timeUp();
  await words.everybodyTold();
  return { names, outcomes: words.outcomes, took: server.took };
}

const kindOf = (outcome: string | undefined) => outcome?.split(" ")[0];

for (const pipelining of [true, false])
  test(`what is known of a mail ${pipelining ? "behind another" : "step by step"} is true, whatever the server slips`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(manner, { minLength: 1, maxLength: 5 }), slip, async (manners, slipped) => {
        const { names, outcomes, took } = await campaign(manners, { pipelining, slip: slipped });
        for (const name of names) {
          const kind = kindOf(outcomes.get(name));
          expect(kind).toBeDefined();
          if (kind === "sent") expect(took).toContain(name);
          if (took.has(name)) expect(["sent", "uncertain"]).toContain(kind as string);
        }
        if (slipped.how !== "none") return;
        const all = names.map((name, index) => [
          kindOf(outcomes.get(name)) === "sent",
          Object.keys(manners[index] ?? {}).length === 0,
        ]);
        for (const [isSent, isUsual] of all) expect(isSent).toBe(isUsual as boolean);
      }),
      { numRuns: 2_000 },
    );
  });
