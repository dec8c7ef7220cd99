import { accountShapes, senderShapes } from "./accounts.ts";
import { campaignPlanShapes } from "./campaignPlans.ts";
import { campaignShapes } from "./campaigns.ts";
import { customFieldShapes } from "./customFields.ts";
import { domainShapes } from "./domains.ts";
import { fieldShapes } from "./fields.ts";
import { identityShapes } from "./identity.ts";
import { importRefusalShapes, importShapes } from "./imports.ts";
import { keyShapes } from "./keys.ts";
import { leadShapes } from "./leads.ts";
import { readingShapes } from "./reading.ts";
import { requestShapes } from "./requests.ts";
import { segmentShapes } from "./segments.ts";
import { sendingShapes } from "./sending.ts";
import type { Shapes } from "./shapes.ts";
import { templateShapes } from "./templates.ts";
import { transactionalShapes } from "./transactional.ts";
import { webhookRefusalShapes, webhookShapes } from "./webhooks.ts";

/** What every reason with parameters is said with. */
export const allShapes: Shapes = {
  ...sendingShapes,
  ...importShapes,
  ...importRefusalShapes,
  ...requestShapes,
  ...identityShapes,
  ...keyShapes,
  ...senderShapes,
  ...accountShapes,
  ...domainShapes,
  ...campaignShapes,
  ...campaignPlanShapes,
  ...fieldShapes,
  ...customFieldShapes,
  ...leadShapes,
  ...segmentShapes,
  ...templateShapes,
  ...webhookRefusalShapes,
  ...webhookShapes,
  ...transactionalShapes,
  ...readingShapes,
};
