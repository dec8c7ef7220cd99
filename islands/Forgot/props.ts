import { z } from "zod";

export const props = z.strictObject({});

export type ForgotProps = z.infer<typeof props>;
