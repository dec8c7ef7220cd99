import { z } from "zod";

export const props = z.strictObject({});
export type StyleguideProps = z.infer<typeof props>;
