import { z } from "zod";

export const props = z.strictObject({});

export type ResetProps = z.infer<typeof props>;
