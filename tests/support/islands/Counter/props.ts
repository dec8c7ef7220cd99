import { z } from "zod";

export const props = z.strictObject({ start: z.number() });

export type CounterProps = z.infer<typeof props>;
