/** Questions about leads, and segments, which are saved ones. */
export const segmentLimits = {
  /** Groups within groups, the outermost counted. */
  depthMax: 4,
  /** Conditions of a whole question: each may look at every lead. */
  conditionsMax: 50,
  /** Characters of a text that is looked for. */
  valueMax: 200,
  /** "In the last … days": ten years. */
  daysMax: 3_650,
  /** Collections or choices that one condition names. */
  namedMax: 100,
  /** Collections with more leads are not gathered: each lead is asked whether it is in them. */
  gatheredMax: 20_000,
  /** Of so many mails the leads are gathered; where something happened to more, each lead is asked. */
  gatheredMailsMax: 10_000,
  nameMax: 60,
  segmentsMax: 200,
  /** Leads that are shown with a count. */
  examplesShown: 5,
} as const;
