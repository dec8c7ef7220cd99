CREATE TABLE "customFields" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"choices" jsonb NOT NULL,
	"position" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"deletedAt" bigint
);
--> statement-breakpoint
ALTER TABLE "campaignContents" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "deletedLeads" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "importChanges" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "importChanges" ADD COLUMN "wroteFields" jsonb;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "fields" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_fields_key" ON "customFields" USING btree ("workspaceId",lower("key")) WHERE "customFields"."deletedAt" is null;--> statement-breakpoint
CREATE INDEX "custom_fields_owner" ON "customFields" USING btree ("workspaceId","position");