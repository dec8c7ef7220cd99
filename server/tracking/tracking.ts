import type { Scope } from "../../contract/identity/scope.ts";
import type { Tracking, TrackingInput } from "../../contract/schemas/tracking.ts";
import { createPreferenceStore, type TrackingChoice } from "../../db/stores/identity/preferences.ts";
import type { Core } from "../core/core.ts";

/** What a send or a composed campaign says itself; what it does not say is the workspace's. */
type Chosen = { trackOpens?: boolean | null | undefined; trackClicks?: boolean | null | undefined };

export type TrackingService = ReturnType<typeof createTrackingService>;

/** What is counted of mails: what the installation allows, then what a send says, then what its workspace has chosen. */
export function createTrackingService(core: Core) {
  const preferences = createPreferenceStore(core.database);
  const available = core.settings.tracking;
  const chosenIn = async ({ workspaceId }: Scope) =>
    (await preferences.trackingOf(workspaceId)) ?? { opens: true, clicks: true, track: "always" as const };

  return {
    async of(scope: Scope): Promise<Tracking> {
      return { ...(await chosenIn(scope)), available };
    },

    async choose(scope: Scope, given: TrackingInput): Promise<Tracking> {
      const { opens, clicks, track } = await chosenIn(scope);
      const { opens: isOpens = opens, clicks: isClicks = clicks, track: whose = track } = given;
      await preferences.setTracking(scope.workspaceId, { opens: isOpens, clicks: isClicks, track: whose });
      return this.of(scope);
    },

    async forSend(scope: Scope, input: Chosen): Promise<TrackingChoice> {
      const { opens, clicks, track } = await chosenIn(scope);
      // Of whom anything may be counted is the workspace's word, and no send's.
      if (!available || track === "never") return { opens: false, clicks: false, track };
      return { opens: input.trackOpens ?? opens, clicks: input.trackClicks ?? clicks, track };
    },
  };
}
