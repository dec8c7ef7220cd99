import { mayStillBeCounted } from "../../contract/leads/consent.ts";
import { fieldTexts } from "../../contract/leads/fieldText.ts";
import { clickLimits } from "../../contract/limits/clicks.ts";
import { isMachine, isMachineClick, type MailRequest } from "../../contract/machines.ts";
import { compileTemplate, customNames, fillSegments, type MergeValues } from "../../contract/mergeFields.ts";
import { createClickStore } from "../../db/stores/tracking/clicks.ts";
import { createLinkStore, type LinkTarget } from "../../db/stores/tracking/links.ts";
import { atMost } from "../core/atMost.ts";
import type { Core } from "../core/core.ts";
import type { Arrivals } from "./arrivals.ts";
import { withoutTail } from "./withoutTail.ts";

export type ClickService = ReturnType<typeof createClickService>;

/** The counted links of mails: where one leads, and who followed it. */
export function createClickService(core: Core, { arrivals }: { arrivals: Arrivals }) {
  const links = createLinkStore(core.database);
  const clicks = createClickStore(core.database);

  const inTurn = createQueues();

  async function count({ request, target, ...click }: Counted): Promise<void> {
    const { delivery } = target;
    // Deleted with its account's campaign: the link still leads on, and there is nobody to count it for.
    if (delivery === null || request.method !== "GET") return;
    // Denied or taken back since the mail went: the link leads on, and nothing of it is kept.
    if (!mayStillBeCounted({ track: target.track, consent: target.lead?.consent ?? null })) return;
    const now = core.clock.now();
    const handedOverAt = delivery.sentAt ?? delivery.firstTriedAt;
    // Nothing stands between the sandbox and whoever looks into it, so there no click comes too soon.
    const byMachine =
      target.provider === "sandbox" ? isMachine(request) : isMachineClick(request, { handedOverAt, now });
    const { workspaceId } = delivery;
    const { burstMs } = clickLimits;
    await inTurn(click.deliveryId, () =>
      clicks.record({ ...click, workspaceId, isMachine: byMachine, now, burstMs }),
    );
    if (!byMachine) await arrivals.seen({ ...delivery, deliveryId: click.deliveryId });
  }

  return {
    /**
     * The address that a token stands for, once the click is counted; null for a token that was forged, put together
     * from two, or made for another purpose. Only a stored address is ever answered.
     */
    async follow(given: string, request: MailRequest): Promise<string | null> {
      const token = withoutTail(given);
      const split = token.lastIndexOf(".");
      const deliveryId = core.secrets.verify("click", token.slice(0, Math.max(0, split)));
      if (deliveryId === null) return null;
      const linkId = token.slice(split + 1);
      const target = await links.targetOf({ linkId, deliveryId });
      if (target === null || (target.delivery && target.delivery.campaignId !== target.campaignId))
        return null;
      const url = addressOf(target);
      if (url === null) return null;
      const counted = count({ request, target, deliveryId, linkId }).catch((error) =>
        core.log.warn("A click was not counted", { error }),
      );
      // Nobody is kept from where they want to go by a database that is full, locked or slow.
      await atMost(clickLimits.recordMs, counted);
      return url;
    },
  };
}

/**
 * What has the same key goes one after another. The clicks on one mail change the same few rows: at once they would be
 * in each other's way in PostgreSQL again and again, until some were not counted.
 */
function createQueues() {
  const last = new Map<string, Promise<void>>();
  return function inTurn(key: string, work: () => Promise<void>): Promise<void> {
    const own = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, own);
    const forget = () => {
      if (last.get(key) === own) last.delete(key);
    };
    own.then(forget, forget);
    return own;
  };
}

type Counted = { request: MailRequest; target: LinkTarget; deliveryId: string; linkId: string };

/** The stored address with its fields filled in, as it may stand in a header: nothing but ASCII, and on the web. */
function addressOf({ url, delivery, lead, fields }: LinkTarget): string | null {
  const { firstName, lastName, phone } = lead ?? { firstName: "", lastName: "", phone: "" };
  const own = fieldTexts(fields ?? [], lead?.fields ?? null);
  const values: MergeValues = Object.fromEntries(
    Object.entries({ ...own, firstName, lastName, phone, email: delivery?.email ?? "" }).map(
      ([field, value]) => [field, encodeURIComponent(value.toWellFormed())],
    ),
  );
  const segments = compileTemplate(url, customNames(fields ?? []));
  try {
    const address = new URL(fillSegments(segments, values, { escape: "none", linksAsGiven: true }));
    return address.protocol === "https:" || address.protocol === "http:" ? address.href : null;
  } catch {
    return null;
  }
}
