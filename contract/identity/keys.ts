/** What a key may do: look, change, and have mail sent, each for itself. */
export const keyScopes = ["read", "write", "send"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Every key begins so, and nothing else that is sent in `Authorization`. */
export const keyPrefix = "amk_";

/** To what alone a key may do it. Null where it may to all of the workspace's. */
export type KeyBounds = {
  keyId: string;
  /** Ids of collections. */
  collections: readonly string[] | null;
  /** Ids of sending accounts. */
  accounts: readonly string[] | null;
};
