ALTER TABLE "campaigns" ADD COLUMN "accepted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Whom a cancellation left out was to be mailed; whoever was skipped for another reason was not.
UPDATE "campaigns" SET "accepted" = "total" - (SELECT count(*) FROM "deliveries" WHERE "deliveries"."campaignId" = "campaigns"."id" AND "deliveries"."state" = 'skipped' AND "deliveries"."reason" <> 'The campaign was cancelled');
