import { z } from "zod";

export const props = z.strictObject({});
