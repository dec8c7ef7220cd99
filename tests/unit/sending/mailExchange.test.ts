import { describe, expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { envelopeOf, messageOf, socketlessExchange } from "../../support/smtp/socketlessExchange.ts";

const taken = ["250 2.1.0 Sender ok", "250 2.1.5 Recipient ok", "354 Go"];
const accepted = "250 2.0.0 Accepted";

describe("mails over a connection that pipelines", () => {
  test("begin with their envelope in one write, and the next one stands behind the final dot", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    expect(words.said).toEqual([envelopeOf("a")]);
    await words.hears(...taken);
    expect(words.said.slice(1)).toEqual([messageOf("a") + envelopeOf("b")]);
    await words.hears(accepted, ...taken);
    expect(words.outcomes.get("a")).toBe("sent");
    expect(words.said.slice(2)).toEqual([messageOf("b")]);
    await words.hears(accepted);
    expect([...words.outcomes]).toEqual([
      ["a", "sent"],
      ["b", "sent"],
    ]);
  });

  test("give the envelope of one that comes later its place before the answer to the dot", async () => {
    const words = socketlessExchange();
    words.send("a");
    await words.hears(...taken);
    words.send("b");
    expect(words.said.slice(1)).toEqual([messageOf("a"), envelopeOf("b")]);
    await words.hears(accepted, ...taken);
    expect(words.said.slice(3)).toEqual([messageOf("b")]);
  });

  test("wait for a command as long as for a command, and for the final dot as long as for that", async () => {
    const words = socketlessExchange();
    words.send("a");
    expect(words.waits.at(-1)).toBe(sendLimits.commandMs);
    await words.hears(...taken);
    expect(words.waits.at(-1)).toBe(sendLimits.afterDotMs);
    await words.hears(accepted);
    expect(words.waits.at(-1)).toBeNull();
  });
});

describe("a mail that is refused in front of another", () => {
  test("is ended by a lone dot where 354 comes all the same, and was never sent", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears("250 ok", "550 5.1.1 No such user", "354 Go");
    expect(words.outcomes.get("a")).toBe("refused at recipient");
    expect(words.said.slice(1)).toEqual([`.\r\n${envelopeOf("b")}`]);
    await words.hears("250 2.0.0 Accepted nothing", ...taken);
    expect(words.said.slice(2)).toEqual([messageOf("b")]);
    await words.hears(accepted);
    expect(words.outcomes.get("b")).toBe("sent");
  });

  test("of a sender that is refused is no empty mail to a recipient that is taken all the same", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears("550 5.7.1 Not your address", "250 ok", "354 Go");
    expect(words.outcomes.get("a")).toBe("account at sender");
    expect(words.outcomes.get("b")).toBe("busy at sender");
    expect(words.said).toEqual([envelopeOf("a")]);
    expect(words.state.closed).toBe(true);
  });

  test("takes with it what follows from a refused sender, and the other hears its own replies", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears("451 4.3.0 Later", "503 5.5.1 MAIL first", "503 5.5.1 RCPT first");
    expect(words.outcomes.get("a")).toBe("busy at sender");
    expect(words.said.slice(1)).toEqual([envelopeOf("b")]);
    await words.hears(...taken);
    await words.hears(accepted);
    expect(words.outcomes.get("b")).toBe("sent");
  });

  test("is forgotten by the server before the other begins", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears("250 ok", "550 5.1.1 No such user", "554 5.5.1 No recipients");
    expect(words.outcomes.get("a")).toBe("refused at recipient");
    expect(words.said.slice(1)).toEqual([`RSET\r\n${envelopeOf("b")}`]);
    await words.hears("250 2.0.0 Forgotten", ...taken);
    await words.hears(accepted);
    expect(words.outcomes.get("b")).toBe("sent");
  });

  test("ends the connection of a server that cannot forget it", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears("250 ok", "550 5.1.1 No such user", "554 5.5.1 No recipients");
    await words.hears("502 5.5.1 Never heard of it");
    expect(words.outcomes.get("b")).toBe("busy at sender");
    expect(words.state.closed).toBe(true);
  });

  test("leaves the other deferred when the server says goodbye", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears(...taken);
    await words.hears("421 4.3.2 Closing");
    expect(words.outcomes.get("a")).toBe("busy at afterDot");
    expect(words.outcomes.get("b")).toBe("busy at sender");
  });
});

describe("the answer to a final dot with an envelope behind it", () => {
  test("is a refusal once the replies to the envelope confirm it", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears(...taken);
    await words.hears("550 5.1.1 No");
    expect(words.outcomes.has("a")).toBe(false);
    await words.hears(...taken);
    expect(words.outcomes.get("a")).toBe("refused at afterDot");
    await words.hears(accepted);
    expect(words.outcomes.get("b")).toBe("sent");
  });

  test("leaves the mail uncertain where a reply is missing, for it may have been another's", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears(...taken);
    // None of these is to the end of the first mail; without enhanced codes they look as if the first one were.
    await words.hears("250 ok", "250 ok", "354 Go");
    expect(words.outcomes.get("a")).toBe("uncertain at afterDot");
    expect(words.outcomes.get("b")).toBe("busy at sender");
  });

  test("leaves the mail uncertain where it says no and yes", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears(...taken);
    await words.hears("550 5.1.1 No", accepted, ...taken);
    expect(words.outcomes.get("a")).toBe("uncertain at afterDot");
    expect(words.outcomes.get("b")).toBe("busy at message");
    expect(words.said.join("")).not.toContain("Message-ID: <b@in.test>");
    expect(words.state).toMatchObject({ closed: true, confusions: 1 });
  });
});

describe("an exchange of mails", () => {
  test("remembers a server that throws away what stands behind a dot", async () => {
    const words = socketlessExchange();
    words.send("a", "b");
    await words.hears(...taken);
    await words.hears(accepted);
    words.dialogue.timeUp();
    await words.everybodyTold();
    expect(words.outcomes.get("b")).toBe("busy at sender");
    expect(words.state.confusions).toBe(1);
  });

  test("says nothing of a mail that no server could understand", async () => {
    const words = socketlessExchange({ size: 10 });
    words.send("a");
    await words.everybodyTold();
    expect(words.outcomes.get("a")).toBe("refused at sender");
    expect(words.said).toEqual([]);
  });
});

/** After so many of the replies the connection is lost; what is then known of the two mails. */
const losses: [string[], { a: string; b: string }][] = [
  [[], { a: "busy at sender", b: "busy at sender" }],
  [taken.slice(0, 2), { a: "busy at sender", b: "busy at sender" }],
  [taken, { a: "uncertain at afterDot", b: "busy at sender" }],
  [[...taken, accepted], { a: "sent", b: "busy at sender" }],
  [[...taken, accepted, ...taken.slice(0, 2)], { a: "sent", b: "busy at sender" }],
  [[...taken, accepted, ...taken], { a: "sent", b: "uncertain at afterDot" }],
  [[...taken, "451 4.3.0 Later"], { a: "busy at afterDot", b: "busy at sender" }],
  [[...taken, "250-2.0.0 Acc"], { a: "uncertain at afterDot", b: "busy at sender" }],
];

describe("a connection that is lost", () => {
  for (const [replies, expected] of losses)
    test(`after ${JSON.stringify(replies)} leaves of two mails what is known of them`, async () => {
      const words = socketlessExchange();
      words.send("a", "b");
      for (const reply of replies) await words.hears(reply);
      await words.lost();
      expect(Object.fromEntries(words.outcomes)).toEqual(expected);
    });

  test("in the middle of a long message leaves it deferred, and its end never said", async () => {
    const words = socketlessExchange();
    words.state.isFull = true;
    const long = words.sendLong("a", 3 * sendLimits.pieceBytes);
    await words.hears(...taken);
    expect(words.said.at(-1)?.length).toBe(sendLimits.pieceBytes);
    words.dialogue.drained();
    await words.lost();
    expect(words.outcomes.get("a")).toBe("busy at message");
    expect(words.said.slice(1).join("").length).toBeLessThan(long);
    expect(words.said.join("")).not.toContain("\r\n.\r\n");
  });
});

test("the same bytes mean the same, wherever they are cut", async () => {
  const server = [
    "250-2.1.0 Sender",
    "250 2.1.0 ok",
    "550 5.1.1 No such user",
    "354 Go",
    "554 5.5.1 Nobody",
    ...taken,
    "250-2.0.0 Accepted",
    "250 2.0.0 and queued",
    ...taken,
    "552 5.2.2 Full",
    ...taken,
    accepted,
  ];
  const bytes = Buffer.from(server.map((line) => `${line}\r\n`).join(""));
  const run = async (pieces: Uint8Array[]) => {
    const words = socketlessExchange();
    words.send("a", "b", "c", "d");
    for (const piece of pieces) words.dialogue.receive(piece);
    await words.everybodyTold();
    return { outcomes: [...words.outcomes], said: words.said.join(""), alive: words.dialogue.alive };
  };
  const byByte = await run([...bytes].map((byte) => Uint8Array.of(byte)));
  expect(byByte).toMatchObject({
    outcomes: [
      ["a", "refused at recipient"],
      ["b", "sent"],
      ["c", "refused at afterDot"],
      ["d", "sent"],
    ],
    alive: true,
  });
  // Two replies in one piece would both be to what was said by then, so each is cut by itself.
  const ends = [...bytes.keys()].filter((at) => bytes[at] === 0x0a);
  for (const [index, end] of ends.entries())
    for (let cut = end; cut > (ends[index - 1] ?? 0); cut -= 1) {
      const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
      const joined = [...pieces.slice(0, cut), bytes.subarray(cut, end + 1), ...pieces.slice(end + 1)];
      expect(await run(joined)).toEqual(byByte);
    }
});
