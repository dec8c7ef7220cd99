import type { Refusal } from "../../contract/errors.ts";
import type { UserId } from "../../contract/identity/scope.ts";
import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import { refused } from "../../contract/refused.ts";
import type { Session } from "../../contract/schemas/person.ts";
import { createSignInMethodStore } from "../../db/stores/identity/signInMethods.ts";
import { createUserStore, type User } from "../../db/stores/identity/users.ts";
import type { Core } from "../core/core.ts";
import type { Identity } from "./identity.ts";

/** Somebody whom Google vouches for, at an address that is not Google's to vouch for, and the account that has it. */
export type LinkNeeded = { user: User; subject: string };

type Proof = { password: string; address: string; request: Request };
type Ticket = { userId: UserId; subject: string; until: number };

const place = { workspaceId: "", rowId: "google link", field: "ticket" };

/**
 * Links Google accounts to accounts that have a password, once whoever comes from Google has entered it. Whoever
 * proved an address to Google long ago need not own the account that has it today; Google itself says so.
 */
export function createGoogleLinks(core: Core, identity: Identity) {
  const users = createUserStore(core.database);
  const methods = createSignInMethodStore(core.database);

  /** @throws {Refusal} invalid_credentials, rate_limited, unavailable; conflict where something changed meanwhile. */
  async function prove({ user, subject, password, address, request }: LinkNeeded & Proof): Promise<Session> {
    await identity.confirm({ person: { uid: user.id, email: user.email }, password, address });
    const hash = user.passwordHash;
    if (hash === null || !(await methods.addGoogle({ id: user.id, subject, hash }))) throw otherAccount();
    return identity.admit({ userId: user.id, request });
  }

  return {
    prove,

    /** What the browser of the visit keeps until the password is typed; nobody can read or make one. */
    ticketFor({ user, subject }: LinkNeeded): string {
      const ticket: Ticket = { userId: user.id, subject, until: core.clock.now() + oauthLimits.stateMs };
      return core.secrets.seal(JSON.stringify(ticket), place);
    },

    /** @throws {Refusal} as `prove`, or bad_request for a ticket that is missing or too old. */
    async use({ ticket, ...proof }: Proof & { ticket: string | null }): Promise<Session> {
      const { userId, subject, until } = opened(ticket);
      const user = await users.byId(userId);
      if (user === null || core.clock.now() > until) throw tooLate();
      return prove({ user, subject, ...proof });
    },
  };

  function opened(ticket: string | null): Ticket {
    if (ticket === null) throw tooLate();
    try {
      return JSON.parse(core.secrets.open(ticket, place)) as Ticket;
    } catch (cause) {
      throw tooLate(cause);
    }
  }
}

function tooLate(cause?: unknown): Refusal {
  return refused("google_visit_late", {}, { cause });
}

export function otherAccount(): Refusal {
  return refused("google_other_account");
}
