import type { Scope } from "../../contract/identity/scope.ts";
import type { SendInput } from "../../contract/schemas/campaign.ts";
import type { Tracking } from "../../contract/schemas/tracking.ts";
import { createPreferenceStore, type TrackingChoice } from "../../db/stores/identity/preferences.ts";
import type { Core } from "../core/core.ts";

export type TrackingService = ReturnType<typeof createTrackingService>;

/** What is counted of mails: what the installation allows, then what a send says, then what its workspace has chosen. */
export function createTrackingService(core: Core) {
  const preferences = createPreferenceStore(core.database);
  const available = core.settings.tracking;
  const chosenIn = async ({ workspaceId }: Scope) =>
    (await preferences.trackingOf(workspaceId)) ?? { opens: true, clicks: true };

  return {
    async of(scope: Scope): Promise<Tracking> {
      return { ...(await chosenIn(scope)), available };
    },

    async choose(scope: Scope, choice: TrackingChoice): Promise<Tracking> {
      await preferences.setTracking(scope.workspaceId, { opens: choice.opens, clicks: choice.clicks });
      return this.of(scope);
    },

    async forSend(
      scope: Scope,
      input: Pick<SendInput, "trackOpens" | "trackClicks">,
    ): Promise<TrackingChoice> {
      if (!available) return { opens: false, clicks: false };
      const { opens, clicks } = await chosenIn(scope);
      return { opens: input.trackOpens ?? opens, clicks: input.trackClicks ?? clicks };
    },
  };
}
