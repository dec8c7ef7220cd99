ALTER TABLE "leadCounts" ADD COLUMN "keeps" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leadCounts" ADD COLUMN "keepsUntil" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactionalCalls" ADD COLUMN "ttlSeconds" bigint;--> statement-breakpoint
CREATE INDEX "import_changes_lead" ON "importChanges" USING btree ("workspaceId","leadId");--> statement-breakpoint
-- Whoever deleted leads a moment ago still has the ten minutes to undo it.
UPDATE "leadCounts" SET "keeps" = "count" + (SELECT count(*) FROM "deletedLeads" WHERE "deletedLeads"."workspaceId" = "leadCounts"."workspaceId"),
  "keepsUntil" = (SELECT max("deletedAt") + 600000 FROM "deletedLeads" WHERE "deletedLeads"."workspaceId" = "leadCounts"."workspaceId")
  WHERE "workspaceId" IN (SELECT "workspaceId" FROM "deletedLeads");
