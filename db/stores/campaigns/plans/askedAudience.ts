import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { PlanAudience } from "../../../../contract/schemas/campaignPlan.ts";
import type { AskedQuestion } from "../../../segments/questionSql.ts";

/** Why a lead of the audience is not mailed. If several rules apply, the first counts. */
export type AudienceRule =
  | { kind: "optedOut" }
  | { kind: "suppressed" }
  | { kind: "bounced" }
  /** The last lead that the workspace's plan covers. */
  | { kind: "overPlan"; lastId: string }
  | { kind: "collection"; id: string }
  | { kind: "segment"; id: string; asked: AskedQuestion }
  /** `others` are addresses that had its mails for leads that are gone or have others by now. */
  | { kind: "campaign"; id: string; others?: ReadonlySet<string> }
  | { kind: "recent"; since: number; others?: ReadonlySet<string> };

/** An audience with its names resolved for the database. What does not exist finds nobody. */
export type AskedAudience = {
  workspaceId: WorkspaceId;
  audience: Pick<PlanAudience, "everyone" | "collections" | "leads" | "after">;
  /** The segments that it refers to. */
  segments: readonly AskedQuestion[];
  rules: readonly AudienceRule[];
};
