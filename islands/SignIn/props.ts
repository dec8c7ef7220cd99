import { z } from "zod";

/** The sign-in form needs nothing from the server. */
export const props = z.strictObject({});

export type SignInProps = z.infer<typeof props>;
