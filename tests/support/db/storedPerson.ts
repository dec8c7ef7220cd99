import type { User } from "../../../db/stores/identity/users.ts";

/** Somebody as the database knows them, for tests of stores that need one to be there. */
export const storedPerson: User = {
  id: "u1",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Lovelace",
  passwordHash: "hash",
  googleSubject: null,
  status: "AMFR",
  role: "user",
  createdAt: 1,
};
