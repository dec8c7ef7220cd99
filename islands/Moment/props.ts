import { z } from "zod";

/** Milliseconds since 1970. */
export const props = z.strictObject({ at: z.number().int() });

export type MomentProps = z.infer<typeof props>;
