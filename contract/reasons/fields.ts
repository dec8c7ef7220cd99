import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What forms say before anything is sent. */
export const fieldRefusedAs = {
  address_needed: "bad_request",
  fields_missing: "bad_request",
  control_characters: "bad_request",
  phone_number_too_long: "bad_request",
} as const;

export const fieldShapes = { phone_number_too_long: { max: "number" } } as const satisfies Shapes;
export type FieldRefusals = RefusalsOf<typeof fieldRefusedAs, typeof fieldShapes>;
