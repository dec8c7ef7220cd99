import { z } from "zod";

/** The sign-up form needs nothing from the server. */
export const props = z.strictObject({});

export type SignUpProps = z.infer<typeof props>;
