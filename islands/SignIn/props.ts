import { z } from "zod";

/** `googleClientId` is there when this installation has a Google client; without it that button says so. */
export const props = z.strictObject({ googleClientId: z.string().optional() });

export type SignInProps = z.infer<typeof props>;
