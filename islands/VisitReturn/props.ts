import { z } from "zod";

/** How the visit ended (`VisitReturn` of the contract). */
export const props = z.strictObject({
  outcome: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("connected"),
      provider: z.enum(["google", "outlook"]),
      email: z.string(),
    }),
    z.strictObject({ kind: z.literal("signedIn"), uid: z.string() }),
    z.strictObject({ kind: z.literal("passwordNeeded"), email: z.string() }),
    z.strictObject({ kind: z.literal("failed"), message: z.string() }),
  ]),
});

export type VisitReturnProps = z.infer<typeof props>;
