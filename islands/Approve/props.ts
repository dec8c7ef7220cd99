import { z } from "zod";

export const props = z.strictObject({});

export type ApproveProps = z.infer<typeof props>;
