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

/** Who is calling, and in which workspace: the session says both, of each request anew. */
export type Caller = SignedIn & { scope: PlannedScope };
