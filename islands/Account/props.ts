import { z } from "zod";

/** `mailsPasswordLinks` is true where this installation can mail a link to a new password. */
export const props = z.strictObject({ mailsPasswordLinks: z.boolean() });

export type AccountProps = z.infer<typeof props>;
