import type { Role, Status } from "../../contract/plans.ts";

/** Who is calling, as the session says; never what a body claims. */
export type Caller = {
  uid: string;
  email: string;
  firstName: string;
  lastName: string;
  status: Status;
  role: Role;
  sessionId: string;
};
