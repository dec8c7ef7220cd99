import { z } from "zod";

/** Takes whatever JSON holds, to see what arrives. */
export const props = z.strictObject({ value: z.unknown() });

export type EchoProps = z.infer<typeof props>;
