import { normalAddress } from "../../contract/address.ts";
import type { Scope, UserId } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import type { Person, Session } from "../../contract/schemas/person.ts";
import { createSignInMethodStore, type SignInMethodStore } from "../../db/stores/identity/signInMethods.ts";
import { createUserStore, type User, type UserStore } from "../../db/stores/identity/users.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { refuseGuessable } from "./guessablePasswords.ts";
import { createLoginGuard, type LoginGuard } from "./loginGuard.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignUpGuard } from "./signUpGuard.ts";

type SignUp = { firstName: string; lastName: string; email: string; password: string };
type Confirmation = { person: Pick<SignedIn, "uid" | "email">; password: string; address: string };
type From = { request: Request; address: string };

export type Identity = ReturnType<typeof createIdentity>;

/** Who somebody is: accounts, passwords and sessions. */
export function createIdentity(core: Core) {
  const users = createUserStore(core.database);
  const methods = createSignInMethodStore(core.database);
  const notices = createNotices(core);
  const sessions = createSessions(core, notices);
  const passwords = createPasswords(core.passwordCosts);
  const guard = createLoginGuard(core);
  const signUps = createSignUpGuard(core);

  const prove = provingBy({ passwords, guard });

  return {
    callerOf: sessions.callerOf,
    onSessionsEnded: sessions.onEnded,
    sessionsEnded: sessions.ended,
    sessions: sessions.listOf,
    endSession: sessions.endOne,
    endEverySession: sessions.endAllOf,
    notice: sessions.notice,
    sweep: sessions.sweep,
    hash: passwords.hash,
    forgive: guard.forgive,
    notices,

    /** Checks the password of somebody who is signed in already. @throws {Refusal} as `logIn`. */
    async confirm({ person, password, address }: Confirmation) {
      const user = await users.byId(person.uid);
      await prove({ email: person.email, password, address }, user?.passwordHash ?? null);
    },

    /** @throws {Refusal} conflict when the e-mail is taken, forbidden where nobody new is, rate_limited. The plan and the role are never the caller's to say. */
    async signUp({ address, request, ...fields }: SignUp & From): Promise<{ uid: string }> {
      // First: where sign-up is closed, nobody learns which addresses have an account.
      const fresh = newcomer(core);
      await refuseGuessable(fields.password, fields);
      await signUps.count({ address, request });
      const taken = refused("signup_taken", {}, { field: "email" });
      if (await users.byEmail(fields.email)) throw taken;
      const { password, ...names } = fields;
      const passwordHash = await passwords.hash(password);
      const user = { ...names, ...fresh, passwordHash, googleSubject: null };
      // Two at once: the table's unique index decides, not the look above.
      if (!(await users.add(user))) throw taken;
      return { uid: user.id };
    },

    /** @throws {Refusal} invalid_credentials, rate_limited or unavailable. */
    async logIn(claim: { username: string; password: string } & From): Promise<Session> {
      const { username, password, address, request } = claim;
      const user = await users.named(username);
      const email = normalAddress(username);
      await prove({ email, password, address }, user?.passwordHash ?? null);
      if (user === null) throw refused("invalid_credentials");
      const token = await openFor({ users, sessions, user, request });
      return { uid: user.id, status: user.status, token, role: user.role };
    },

    logOut: (request: Request): Promise<void> => sessions.endPresented(request),

    /** Opens a session for somebody whom another authority vouched for. */
    async admit({ userId, request }: { userId: UserId; request: Request }): Promise<Session> {
      const user = await users.byId(userId);
      if (user === null) throw refused("unauthorized");
      const token = await sessions.open({ userId, request });
      return { uid: user.id, status: user.status, token, role: user.role };
    },

    changePassword: changingPassword({ users, methods, sessions, passwords, prove, notices }),
  };
}

type PasswordChange = {
  person: SignedIn;
  scope: Scope;
  currentPassword: string;
  newPassword: string;
  address: string;
  request: Request;
};
type Changing = {
  users: UserStore;
  methods: SignInMethodStore;
  sessions: Sessions;
  passwords: Passwords;
  prove: ReturnType<typeof provingBy>;
  notices: Notices;
};

/** Ends every session but a new one for the person, which works where the one that asked does. The change throws {Refusal} invalid_credentials or bad_request. */
function changingPassword({ users, methods, sessions, passwords, prove, notices }: Changing) {
  return async (change: PasswordChange): Promise<Session> => {
    const { person, scope, currentPassword, newPassword, address, request } = change;
    const user = await users.byId(person.uid);
    const oldHash = user?.passwordHash ?? null;
    await prove({ email: person.email, password: currentPassword, address }, oldHash);
    if (oldHash === null) throw refused("invalid_credentials");
    await refuseGuessable(newPassword, person, "newPassword");
    const newHash = await passwords.hash(newPassword);
    const { token, row } = sessions.make({ userId: person.uid, workspaceId: scope.workspaceId, request });
    const notice = notices.jobFor({ letter: "passwordChanged", userId: person.uid });
    const ended = await methods.changePassword({ session: row, oldHash, newHash, notice });
    if (ended === null) throw refused("invalid_credentials");
    sessions.ended(ended);
    notices.written();
    return { uid: person.uid, status: person.status, token, role: person.role };
  };
}

type Opening = { users: UserStore; sessions: Sessions; user: User; request: Request };

/**
 * Opens a session for somebody whose password has just been checked. One that was changed meanwhile has ended the
 * sessions it found; this one came too late to be among them. @throws {Refusal} invalid_credentials.
 */
async function openFor({ users, sessions, user, request }: Opening): Promise<string> {
  const token = await sessions.open({ userId: user.id, request });
  if ((await users.byId(user.id))?.passwordHash === user.passwordHash) return token;
  await sessions.endToken(token);
  throw refused("invalid_credentials");
}

type Claim = { email: string; password: string; address: string };

/** Checks a password within the guard; anything but a right one is the same refusal. */
function provingBy({ passwords, guard }: { passwords: Passwords; guard: LoginGuard }) {
  return async (claim: Claim, storedHash: string | null): Promise<void> => {
    const attempt = await guard.begin(claim);
    let fits: boolean;
    try {
      fits = await passwords.fits(claim.password, storedHash);
    } catch (error) {
      await attempt.undecided();
      throw error;
    }
    if (!fits) throw refused("invalid_credentials");
    await attempt.succeeded();
  };
}

/** What every new account starts with, whatever was asked for. @throws {Refusal} forbidden where there are no new ones. */
export function newcomer(core: Pick<Core, "newId" | "clock" | "settings">) {
  if (!core.settings.signup) throw refused("signup_closed");
  return { id: core.newId(), status: "AMFR" as const, role: "user" as const, createdAt: core.clock.now() };
}

/** What the signed-in person may know of themselves. */
export function personOf({ uid, email, firstName, lastName, status, role }: Person): Person {
  return { uid, email, firstName, lastName, status, role };
}
