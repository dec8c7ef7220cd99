import type { SendInput } from "../../contract/schemas/campaign.ts";
import type { Tracking } from "../../contract/schemas/tracking.ts";
import { createPreferenceStore, type TrackingChoice } from "../../db/stores/identity/preferences.ts";
import type { Core } from "../core/core.ts";

export type TrackingService = ReturnType<typeof createTrackingService>;

/** What is counted of mails: what the installation allows, then what a send says, then what its sender has chosen. */
export function createTrackingService(core: Core) {
  const preferences = createPreferenceStore(core.database);
  const available = core.settings.tracking;
  const chosenBy = async (uid: string) =>
    (await preferences.trackingOf(uid)) ?? { opens: true, clicks: true };

  return {
    async of(uid: string): Promise<Tracking> {
      return { ...(await chosenBy(uid)), available };
    },

    async choose(uid: string, choice: TrackingChoice): Promise<Tracking> {
      await preferences.setTracking(uid, { opens: choice.opens, clicks: choice.clicks });
      return this.of(uid);
    },

    async forSend(
      uid: string,
      input: Pick<SendInput, "trackOpens" | "trackClicks">,
    ): Promise<TrackingChoice> {
      if (!available) return { opens: false, clicks: false };
      const { opens, clicks } = await chosenBy(uid);
      return { opens: input.trackOpens ?? opens, clicks: input.trackClicks ?? clicks };
    },
  };
}
