import { describe, expect, test } from "bun:test";
import type { Outcome } from "../../../../contract/sending/outcome.ts";
import { RefusalRun } from "../../../../server/sending/automaticPauses/RefusalRun.ts";
import type { SmtpFault } from "../../../../server/sending/senders/smtpFault.ts";
import { smtpOutcome } from "../../../../server/sending/senders/smtpOutcome.ts";
import { said } from "../../../support/reasons.ts";

function refused(text: string, stage: SmtpFault["stage"] = "afterDot"): Outcome & { policy?: string } {
  return smtpOutcome({ stage, reply: { code: Number(text.slice(0, 3)), text }, reason: said(text) });
}

describe("two refusals are alike", () => {
  test("when only addresses, numbers and ids differ", () => {
    const [first, second] = [
      "550-5.7.26 <ann@a.test> Your email has been blocked [10.0.0.1]\n550 5.7.26 see help 4fb4d7f45d1cf-123 - gsmtp",
      "550-5.7.26 <bob@b.test> Your email has been blocked [10.0.0.2]\n550 5.7.26 see help 9c1a2b3d4e5f6-987 - gsmtp",
    ].map((text) => refused(text).policy);
    expect(first).toContain("your email has been blocked");
    expect(second).toBe(first);
  });

  test("and not when the code, the status or the words differ", () => {
    const policies = ["554 5.7.1 Spam", "550 5.7.1 Spam", "554 5.7.0 Spam", "554 5.7.1 Virus"];
    expect(new Set(policies.map((text) => refused(text).policy)).size).toBe(4);
  });
});

describe("a run of refusals", () => {
  const spam = refused("554 5.7.1 Message rejected as spam");
  const sent: Outcome = { kind: "sent", reason: said("250 2.0.0 Ok") };

  /** How many outcomes it takes until a person is asked, at most 200. */
  function askedAfter(outcomeAt: (index: number) => Outcome, campaignAt = (_: number) => "one") {
    const run = new RefusalRun();
    for (let index = 0; index < 200; index++) {
      const refusals = run.note({ id: campaignAt(index), planId: null }, outcomeAt(index));
      if (refusals !== null) return { count: index + 1, ...refusals };
    }
    return null;
  }

  test("asks a person after twenty alike, with the server's words", () => {
    const asked = askedAfter(() => spam);
    expect(asked).toMatchObject({ count: 20, campaignIds: ["one"] });
    expect(asked?.reason).toMatchObject({
      code: "refused_in_row",
      params: { count: 20, last: { code: "refused_by_policy" } },
      reply: "554 5.7.1 Message rejected as spam",
    });
  });

  test("names every campaign that it is made of", () => {
    const campaignIds = askedAfter(
      () => spam,
      (index) => (index % 2 === 0 ? "one" : "two"),
    )?.campaignIds;
    expect(campaignIds).toEqual(["one", "two"]);
  });

  test("ends with a mail that is taken, or when the server objects to something else", () => {
    expect(askedAfter((index) => (index % 20 === 19 ? sent : spam))).toBeNull();
    expect(askedAfter((index) => refused(index % 2 ? "554 5.7.1 Spam" : "554 5.7.1 Virus"))).toBeNull();
  });

  test("goes on over dead addresses and mails that are put off", () => {
    const between = [
      refused("550 5.1.1 No such user", "recipient"),
      { kind: "busy", reason: said("451") } as const,
    ];
    expect(askedAfter((index) => (index % 2 ? spam : (between[(index / 2) % 2] ?? spam)))?.count).toBe(40);
  });

  test("begins anew once a person was asked", () => {
    const run = new RefusalRun();
    const asked = Array.from({ length: 45 }, () => run.note({ id: "one", planId: null }, spam)).flatMap(
      (refusals, index) => (refusals ? [index] : []),
    );
    expect(asked).toEqual([19, 39]);
  });

  test("names no campaign of the run before it", () => {
    expect(
      askedAfter(
        (index) => (index === 3 ? sent : spam),
        (index) => (index < 3 ? "one" : "two"),
      ),
    ).toMatchObject({
      count: 24,
      campaignIds: ["two"],
    });
  });

  test("is not made of dead addresses, however alike they are refused", () => {
    for (const reply of ["550 5.1.1 <a@b.test>: user unknown", "550 User unknown", "552 5.2.2 Mailbox full"])
      for (const stage of ["recipient", "afterDot"] as const)
        expect(askedAfter(() => refused(reply, stage))).toBeNull();
  });
});
