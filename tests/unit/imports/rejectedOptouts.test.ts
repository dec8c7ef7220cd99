import { expect, setDefaultTimeout, test } from "bun:test";
import { eachDatabase } from "../../support/db/databases.ts";
import { deskBeforeEach } from "../../support/leads/importDesk.ts";
import { leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const ada = scopeNamed("ada");
const tooLong = "1".repeat(300);
const heading = "First name,Email,Phone,Unsubscribed\n";

eachDatabase("an opt-out in a row that is rejected for another reason", (open) => {
  const desk = deskBeforeEach(open);
  const outOf = async () =>
    (await desk().all(ada.workspaceId)).filter(({ optout }) => optout).map(({ email }) => email);

  test.each(["update", "skip"] as const)(
    "opts out the lead, and whoever is none yet, once they are (existing: %s)",
    async (existing) => {
      for (const name of ["Kim", "Leo"]) await desk().leads.add(ada, leadNamed(name));
      const rows = [
        ",KIM@example.com,,yes",
        `Bo,bo@example.com,${tooLong},2026-01-31`,
        `Cy,cy@example.com,${tooLong},no`,
        `Leo,leo@example.com,${tooLong},`,
        "Di,nowhere,,yes",
        // This address has a good row as well, which is then opted out.
        "Ed,ed@example.com,,no",
        ",ed@example.com,,yes",
        // Twice the same word of one person.
        ",kim@example.com,,yes",
      ];
      const job = await desk().import(ada, `${heading}${rows.join("\n")}\n`, { existing });
      expect(job).toMatchObject({
        state: "done",
        report: { added: 1, updated: 0, rejected: 7, optedOut: 1, rejectedOptouts: 2 },
      });
      expect((await outOf()).toSorted()).toEqual(["ed@example.com", "kim@example.com"]);
      for (const [email, isOut] of [
        ["kim@example.com", true],
        ["bo@example.com", true],
        ["ed@example.com", true],
        ["cy@example.com", false],
        ["leo@example.com", false],
      ] as const)
        expect({ email, isOut: await desk().isSuppressed(ada.workspaceId, email) }).toEqual({ email, isOut });
      await desk().import(ada, `${heading}Bo,bo@example.com,1,\n`);
      expect(await outOf()).toContain("bo@example.com");
      // Their word stays, whatever is taken back.
      await desk().undo(ada, job);
      expect(await outOf()).toContain("kim@example.com");
    },
  );

  test("is remembered where every row is rejected, and in any number", async () => {
    const rows = Array.from({ length: 900 }, (_, index) => `,p${index}@example.com,,yes\n`);
    const job = await desk().import(ada, heading + rows.join(""));
    expect(job.report).toMatchObject({ added: 0, rejected: 900, rejectedOptouts: 900 });
    for (const index of [0, 450, 899])
      expect(await desk().isSuppressed(ada.workspaceId, `p${index}@example.com`)).toBe(true);
  });

  test("of a call with many leads counts as well", async () => {
    for (const name of ["Kim", "Leo"]) await desk().leads.add(ada, leadNamed(name));
    const answer = await desk().imports.import(ada, [
      { firstName: "", email: "kim@example.com", optout: true },
      { firstName: "Bo", email: "bo@example.com", phone: tooLong, Unsubscribed: "yes" },
      { firstName: "", email: "leo@example.com", optout: "no" },
      { firstName: "Ed", email: "ed@example.com" },
      { firstName: "", email: "ed@example.com", optout: "yes" },
    ]);
    expect(answer).toMatchObject({ added: 1, rejectedOptouts: 2 });
    expect(answer.rejected.map(({ row }) => row)).toEqual([1, 2, 3, 5]);
    expect((await outOf()).toSorted()).toEqual(["ed@example.com", "kim@example.com"]);
    expect(await desk().isSuppressed(ada.workspaceId, "bo@example.com")).toBe(true);
    expect(await desk().isSuppressed(ada.workspaceId, "leo@example.com")).toBe(false);
  });
});

eachDatabase("an opt-out in a row that does not fit the plan", (open) => {
  const desk = deskBeforeEach(open, "on");

  test("is remembered, though nobody of that row is added", async () => {
    const full = Array.from({ length: 49 }, (_, index) => `P,p${index}@example.com,,\n`).join("");
    await desk().import(ada, heading + full);
    const job = await desk().import(
      ada,
      `${heading}In,in@example.com,,\nOut,out@example.com,,yes\nStay,stay@example.com,,no\n`,
    );
    expect(job.report).toMatchObject({ added: 1, overPlan: 2, rejected: 2, optedOut: 0, rejectedOptouts: 1 });
    expect(await desk().isSuppressed(ada.workspaceId, "out@example.com")).toBe(true);
    expect(await desk().isSuppressed(ada.workspaceId, "stay@example.com")).toBe(false);
  });
});
