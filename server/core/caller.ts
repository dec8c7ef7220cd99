import type { KeyScope } from "../../contract/identity/keys.ts";
import type { PlannedScope, UserId } from "../../contract/identity/scope.ts";
import type { Role, Status } from "../../contract/plans.ts";

/** Who is signed in, as the session says; never what a body claims. */
export type SignedIn = {
  uid: UserId;
  email: string;
  firstName: string;
  lastName: string;
  status: Status;
  role: Role;
  sessionId: string;
};

/** Of a call by a key: which one, and what it may do. */
export type KeyInUse = { id: string; scopes: readonly KeyScope[] };

/**
 * Who is calling, and in which workspace: the session says both, of each request anew. Of a call by a key it is whoever
 * made the key, and `sessionId` is the key's id.
 */
export type Caller = SignedIn & { scope: PlannedScope; key?: KeyInUse };
