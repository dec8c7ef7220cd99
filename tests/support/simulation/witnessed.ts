import type { MailServer } from "./mailServer.ts";

/** The limits that a person has set; of those that were changed meanwhile the mildest. */
export type Limits = { perDay: number | null; perMinute: number | null; gapMs: number };

/** What a witness knows of a mail, of an account, and of a campaign. */
export type Delivery = {
  campaignId: string;
  email: string;
  state: string;
  /** Whether the server has taken it: in the attempt that is under way, and since a person last took the risk. */
  isTaken: boolean;
  isTakenEver: boolean;
  /** Through which account its server took it last. */
  takenBy: string | null;
  /** Whether nobody can know what became of this attempt. */
  isDoubtful: boolean;
  claimedAt: number;
  answeredAtMs: number;
  notBefore: number;
  attempts: number;
};

export type Account = {
  limits: Limits;
  server: MailServer;
  begunAt: number[];
  takenAt: number[];
  claimCount: number;
  /** How much beyond its limits may lie with a process that had lost the right to send, and did not know. */
  tolerance: number;
};

export type Campaign = {
  accountId: string;
  isStopped: boolean;
  isCancelled: boolean;
  retriedStates: Set<string>;
  /** How often somebody let it go on, and how many of those calls are not answered yet. */
  goingOn: number;
  goingOnAsked: number;
  dueSince: number | null;
  /** Claims of others since it had its turn. */
  passedOver: number;
  /** The most that were due at one of them. */
  dueMax: number;
  /** Who had a turn since its own. */
  passedBy: Set<string>;
};

/** One of which nothing is seen yet. */
export function newCampaign(accountId: string): Campaign {
  return {
    accountId,
    isStopped: false,
    isCancelled: false,
    retriedStates: new Set<string>(),
    goingOn: 0,
    goingOnAsked: 0,
    dueSince: null,
    passedOver: 0,
    dueMax: 0,
    passedBy: new Set(),
  };
}

/** One that somebody is seen to try for the first time. */
export function newDelivery(of: Pick<Delivery, "campaignId" | "email" | "state">): Delivery {
  return {
    ...of,
    isTaken: false,
    isTakenEver: false,
    takenBy: null,
    claimedAt: 0,
    answeredAtMs: 0,
    notBefore: 0,
    attempts: 0,
    isDoubtful: false,
  };
}
