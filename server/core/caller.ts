/** Who is calling, as the session says; never what a body claims. */
export type Caller = {
  uid: string;
  email: string;
  firstName: string;
  lastName: string;
  status: string;
  role: string;
  sessionId: string;
};
