import { allShapes } from "../reasons/allShapes.ts";
import type { Shapes } from "../reasons/shapes.ts";
import type { ReasonParams } from "../reasons.ts";
import { accounts } from "./en/accounts.ts";
import { campaignPlans } from "./en/campaignPlans.ts";
import { campaigns } from "./en/campaigns.ts";
import { customFields } from "./en/customFields.ts";
import { domains } from "./en/domains.ts";
import { fields } from "./en/fields.ts";
import { identity } from "./en/identity.ts";
import { importRefusals } from "./en/importRefusals.ts";
import { imports } from "./en/imports.ts";
import { keys } from "./en/keys.ts";
import { leads } from "./en/leads.ts";
import { reading } from "./en/reading.ts";
import { requests } from "./en/requests.ts";
import { segments } from "./en/segments.ts";
import { senders } from "./en/senders.ts";
import { sending } from "./en/sending.ts";
import { templates } from "./en/templates.ts";
import { transactional } from "./en/transactional.ts";
import { webhooks } from "./en/webhooks.ts";
import { type Sentences, shapesOf } from "./sentence.ts";

/** English, whole. Another language is another file like this one, with a file for each area beside it. */
export const english: Sentences<ReasonParams> & { readonly [shapesOf]: Shapes } = {
  [shapesOf]: allShapes,
  ...sending,
  ...imports,
  ...requests,
  ...identity,
  ...keys,
  ...senders,
  ...accounts,
  ...domains,
  ...campaigns,
  ...campaignPlans,
  ...fields,
  ...customFields,
  ...leads,
  ...segments,
  ...importRefusals,
  ...templates,
  ...webhooks,
  ...transactional,
  ...reading,
};
