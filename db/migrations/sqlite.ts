// Written by `bun run migration`; every step once, in order.
import { code as code3 } from "./code/0003_one_spelling.ts";
import { code as code5 } from "./code/0005_campaign_counts.ts";
import { code as code6 } from "./code/0006_campaign_contents.ts";
import { code as code9 } from "./code/0009_collection_counts.ts";
import { code as code12 } from "./code/0012_reasons.ts";
import { code as code24 } from "./code/0024_campaign_plans.ts";
import { code as code26 } from "./code/0026_campaign_insight.ts";
import { code as code31 } from "./code/0031_api.ts";
import { code as code33 } from "./code/0033_inbound.ts";
import { code as code40 } from "./code/0040_joined_accents.ts";
import { code as code41 } from "./code/0041_folded_search.ts";
import { code as code44 } from "./code/0044_last_mails.ts";
import step0 from "./sqlite/0000_first.sql" with { type: "text" };
import step1 from "./sqlite/0001_request_digest.sql" with { type: "text" };
import step2 from "./sqlite/0002_campaign_accepted.sql" with { type: "text" };
import step3 from "./sqlite/0003_one_spelling.sql" with { type: "text" };
import step4 from "./sqlite/0004_sender_names.sql" with { type: "text" };
import step5 from "./sqlite/0005_campaign_counts.sql" with { type: "text" };
import step6 from "./sqlite/0006_campaign_contents.sql" with { type: "text" };
import step7 from "./sqlite/0007_campaigns_without_content.sql" with { type: "text" };
import step8 from "./sqlite/0008_campaign_row_moves.sql" with { type: "text" };
import step9 from "./sqlite/0009_collection_counts.sql" with { type: "text" };
import step10 from "./sqlite/0010_devices_and_optouts.sql" with { type: "text" };
import step11 from "./sqlite/0011_workspace_ids.sql" with { type: "text" };
import step12 from "./sqlite/0012_reasons.sql" with { type: "text" };
import step13 from "./sqlite/0013_jobs.sql" with { type: "text" };
import step14 from "./sqlite/0014_workspaces.sql" with { type: "text" };
import step15 from "./sqlite/0015_devices_of_sessions.sql" with { type: "text" };
import step16 from "./sqlite/0016_shared_counts.sql" with { type: "text" };
import step17 from "./sqlite/0017_account_leases.sql" with { type: "text" };
import step18 from "./sqlite/0018_shared_files.sql" with { type: "text" };
import step19 from "./sqlite/0019_lead_search.sql" with { type: "text" };
import step20 from "./sqlite/0020_uncounted_mails.sql" with { type: "text" };
import step21 from "./sqlite/0021_custom_fields.sql" with { type: "text" };
import step22 from "./sqlite/0022_consent.sql" with { type: "text" };
import step23 from "./sqlite/0023_segments.sql" with { type: "text" };
import step24 from "./sqlite/0024_campaign_plans.sql" with { type: "text" };
import step25 from "./sqlite/0025_segment_indexes.sql" with { type: "text" };
import step26 from "./sqlite/0026_campaign_insight.sql" with { type: "text" };
import step27 from "./sqlite/0027_lead_notes.sql" with { type: "text" };
import step28 from "./sqlite/0028_denials.sql" with { type: "text" };
import step29 from "./sqlite/0029_template_folders.sql" with { type: "text" };
import step30 from "./sqlite/0030_step_changes.sql" with { type: "text" };
import step31 from "./sqlite/0031_api.sql" with { type: "text" };
import step32 from "./sqlite/0032_accounts.sql" with { type: "text" };
import step33 from "./sqlite/0033_inbound.sql" with { type: "text" };
import step34 from "./sqlite/0034_domains.sql" with { type: "text" };
import step35 from "./sqlite/0035_api_days.sql" with { type: "text" };
import step36 from "./sqlite/0036_request_filters.sql" with { type: "text" };
import step37 from "./sqlite/0037_rare_rows.sql" with { type: "text" };
import step38 from "./sqlite/0038_journal_unlogged.sql" with { type: "text" };
import step39 from "./sqlite/0039_enrolment_lists.sql" with { type: "text" };
import step40 from "./sqlite/0040_joined_accents.sql" with { type: "text" };
import step41 from "./sqlite/0041_folded_search.sql" with { type: "text" };
import step42 from "./sqlite/0042_account_connections.sql" with { type: "text" };
import step43 from "./sqlite/0043_parts_of_campaigns.sql" with { type: "text" };
import step44 from "./sqlite/0044_last_mails.sql" with { type: "text" };
import step45 from "./sqlite/0045_next_jobs.sql" with { type: "text" };
import step46 from "./sqlite/0046_last_mails_by_id.sql" with { type: "text" };
import step47 from "./sqlite/0047_deliveries_in_order.sql" with { type: "text" };
import step48 from "./sqlite/0048_mail_counts_hot.sql" with { type: "text" };
import step49 from "./sqlite/0049_what_comes_back.sql" with { type: "text" };
import step50 from "./sqlite/0050_last_names_in_order.sql" with { type: "text" };
import step51 from "./sqlite/0051_short_words_found.sql" with { type: "text" };
import type { Step } from "./step.ts";

export const migrations: readonly Step[] = [
  { tag: "0000_first", sql: step0 },
  { tag: "0001_request_digest", sql: step1 },
  { tag: "0002_campaign_accepted", sql: step2 },
  { tag: "0003_one_spelling", sql: step3, code: code3, codeHash: "ca999088288080acf0054ee77d8d85425742ca82d132babf86df844f080b90de" },
  { tag: "0004_sender_names", sql: step4 },
  { tag: "0005_campaign_counts", sql: step5, code: code5, codeHash: "5cb6fbceac137e8340a4d1bd7b014ce04078b3e14c4f5cc55d594a4b57eb77b5" },
  { tag: "0006_campaign_contents", sql: step6, code: code6, codeHash: "e30ca6722fadcdb23781870af771e6d4fb2bed59a449e3982f4548050bf4d176" },
  { tag: "0007_campaigns_without_content", sql: step7 },
  { tag: "0008_campaign_row_moves", sql: step8 },
  { tag: "0009_collection_counts", sql: step9, code: code9, codeHash: "cb9f6504d0d1267822aa066bf8d62dbfb3b8bfae00fa59531e702d89106e6319" },
  { tag: "0010_devices_and_optouts", sql: step10 },
  { tag: "0011_workspace_ids", sql: step11 },
  { tag: "0012_reasons", sql: step12, code: code12, codeHash: "958cc13ec80ff3265da104f5b1459dcce64005a3e0ce13ef5cbe91c26cbf4beb" },
  { tag: "0013_jobs", sql: step13 },
  { tag: "0014_workspaces", sql: step14 },
  { tag: "0015_devices_of_sessions", sql: step15 },
  { tag: "0016_shared_counts", sql: step16 },
  { tag: "0017_account_leases", sql: step17 },
  { tag: "0018_shared_files", sql: step18 },
  { tag: "0019_lead_search", sql: step19 },
  { tag: "0020_uncounted_mails", sql: step20 },
  { tag: "0021_custom_fields", sql: step21 },
  { tag: "0022_consent", sql: step22 },
  { tag: "0023_segments", sql: step23 },
  { tag: "0024_campaign_plans", sql: step24, code: code24, codeHash: "b61a92a6870505b3f0d932cc48264667a4a41ecd77143132bc7f55be280d6446" },
  { tag: "0025_segment_indexes", sql: step25 },
  { tag: "0026_campaign_insight", sql: step26, code: code26, codeHash: "db8c1e14bfd5fe6dcfc869cb2a1c0584787e80b03678cc31c228bb9e9d2bbdba" },
  { tag: "0027_lead_notes", sql: step27 },
  { tag: "0028_denials", sql: step28 },
  { tag: "0029_template_folders", sql: step29 },
  { tag: "0030_step_changes", sql: step30 },
  { tag: "0031_api", sql: step31, code: code31, codeHash: "5febf36acf4133b59a334ea27035c95df8e46ee6140608b120c3b80ebea0c782" },
  { tag: "0032_accounts", sql: step32 },
  { tag: "0033_inbound", sql: step33, code: code33, codeHash: "f6e1f95470436888a2e17470cb3a997b2faa67656a23ef4e8097362ea656d4a2" },
  { tag: "0034_domains", sql: step34 },
  { tag: "0035_api_days", sql: step35 },
  { tag: "0036_request_filters", sql: step36 },
  { tag: "0037_rare_rows", sql: step37 },
  { tag: "0038_journal_unlogged", sql: step38 },
  { tag: "0039_enrolment_lists", sql: step39 },
  { tag: "0040_joined_accents", sql: step40, code: code40, codeHash: "881daf2e6d4d85f148646a432cf99c315e8215bf11d397d8a2b836b6d67c8621" },
  { tag: "0041_folded_search", sql: step41, code: code41, codeHash: "bede777dd937b7c25c3b7ccc01d4129d7d0bdb02231d5028a17e1e710212d94b" },
  { tag: "0042_account_connections", sql: step42 },
  { tag: "0043_parts_of_campaigns", sql: step43 },
  { tag: "0044_last_mails", sql: step44, code: code44, codeHash: "1ac8eadbcf4141abf1e26bcce539a50710128deb657687c93cfdfd4f15a31cfd" },
  { tag: "0045_next_jobs", sql: step45 },
  { tag: "0046_last_mails_by_id", sql: step46 },
  { tag: "0047_deliveries_in_order", sql: step47 },
  { tag: "0048_mail_counts_hot", sql: step48 },
  { tag: "0049_what_comes_back", sql: step49 },
  { tag: "0050_last_names_in_order", sql: step50 },
  { tag: "0051_short_words_found", sql: step51 },
];
