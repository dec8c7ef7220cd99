import { dayMs, hourMs, minuteMs, secondMs } from "./units.ts";

/** What a campaign may be made of, and how its moments are kept. */
export const campaignLimits = {
  nameMax: 120,
  /** Of how many numbers behind a duplicate's name the first free one is taken. */
  namesTried: 200,
  /** Drafts and sent ones that are not archived. */
  perWorkspace: 5_000,
  stepsMax: 20,
  variantsMax: 5,
  accountsMax: 20,
  /** Collections, segments or campaigns that an audience names, each. */
  namedMax: 100,
  /** Of the collections, and of the segments, that an audience names, how many a list of campaigns tells. */
  audienceTold: 3,
  /** Leads picked by hand; more of them are a collection. */
  pickedMax: 10_000,
  /** A subject's companion that phones show beside it. */
  previewMax: 300,
  delayMaxMinutes: (365 * dayMs) / minuteMs,
  mailedWithinDaysMax: 3_650,
  /** Seconds in which a start can be taken back. */
  holdDefaultSeconds: 30,
  holdMaxSeconds: 600,
  /** The same of what is sent without being composed, where somebody does so by hand. */
  holdSendSeconds: 10,
  holdSendChoices: [10, 30, 60, 120, 300, 600],
  /** What fell due so long ago asks before it sends. */
  lateMs: hourMs,
  /** How often a sequence is looked at for what is due. */
  advanceEveryMs: 15 * secondMs,
  /** How soon at most a mail that has not gone yet is looked at again, for what comes after it or ends it, and how late. */
  unsentLookMs: minuteMs,
  unsentLookMaxMs: hourMs,
  /** How often it is looked for campaigns whose moment has come, beside the jobs that were written for them. */
  startsEveryMs: 15 * secondMs,
  /** How often it is looked who has joined. */
  joinEveryMs: 5 * minuteMs,
  /** Leads of a sequence among whom the next mail is looked for, where the first that is due gets none yet. */
  nextDueLooks: 1_000,
  /** Leads of a sequence that are moved on in one commit. */
  advanceBatch: 100,
  /** Leads of a sequence that are counted, or put where its changed steps are, at a time. */
  stepMoveBatch: 2_000,
  /** Leads of a sequence that are looked through in one call for what no index knows. */
  leadsLookedThrough: 10_000,
  /** The least share of an audience, in percent, that a variant is tried with. */
  shareMin: 1,
  /** After how long, at most, a variant wins. */
  testMaxMinutes: (14 * dayMs) / minuteMs,
  /** Mails of each variant below which a test says too little; said before the start. */
  testLeadsMin: 50,
  /** Hard failures in a hundred, and after how many mails, that pause a campaign. */
  failuresPercent: 5,
  failuresAfter: 50,
  /** So many, if they are too many as well, are not looked at in their turn but at once. */
  failuresAtOnce: 10,
  /** How often at most the parts of one campaign are added up for that. */
  failuresLookMs: secondMs,
  /** How often, and how soon, what is left is to go from another account once more while a mail of it is on its way. */
  moveTries: 20,
  moveAgainMs: secondMs / 4,
  /** How long a call that cancels a campaign, or puts its mails back in the queue, waits until all of them have moved. */
  rowMoveWaitMs: 3 * secondMs,
  /** Leads of an audience that are read at once while a campaign begins. */
  audienceSlice: 20_000,
  /** How long a deleted draft can be brought back. */
  undoMs: 10 * minuteMs,
  /** Of those that nobody can bring back any more, how many are thrown away in one commit. */
  forgetBatch: 50,
  /** Campaigns of a server of the version before that are given a plan in one commit. */
  adoptBatch: 500,
  /** Rows of a campaign's activity that are shown. */
  activityMax: 500,
  pageDefault: 50,
  pageMax: 200,
} as const;
