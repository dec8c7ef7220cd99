import { z } from "zod";

/** Whether calls can be made with the visitor's own session. */
export const props = z.strictObject({ signedIn: z.boolean() });

export type ApiReferenceProps = z.infer<typeof props>;
