import { scopeNamed } from "../leads/leadBook.ts";

const rare = {
  workspaceId: scopeNamed("ada").workspaceId,
  keyId: "rare",
  status: null,
  method: null,
  path: null,
  since: 0,
  countMax: 50,
};

/** How the log of a key that has called seldom is asked for: in both orders, from an end and from the middle. */
export const rareKeyAsked = (["asc", "desc"] as const).flatMap((order) =>
  [null, "request-05000"].map((before) => ({ ...rare, order, before })),
);
