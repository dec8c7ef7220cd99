CREATE TABLE "optouts" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"emailHash" text NOT NULL,
	"leadId" text NOT NULL,
	"campaignId" text NOT NULL,
	"deliveryId" text NOT NULL,
	"createdAt" bigint NOT NULL,
	"reason" text,
	"words" text,
	"askedBackAt" bigint,
	"returnedAt" bigint
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "track" text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE "deletedLeads" ADD COLUMN "consent" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "deletedLeads" ADD COLUMN "consentAt" bigint;--> statement-breakpoint
ALTER TABLE "deletedLeads" ADD COLUMN "consentHow" text;--> statement-breakpoint
ALTER TABLE "deletedLeads" ADD COLUMN "consentBy" text;--> statement-breakpoint
ALTER TABLE "importChanges" ADD COLUMN "consent" text;--> statement-breakpoint
ALTER TABLE "importChanges" ADD COLUMN "consentAt" bigint;--> statement-breakpoint
ALTER TABLE "importChanges" ADD COLUMN "consentHow" text;--> statement-breakpoint
ALTER TABLE "importChanges" ADD COLUMN "consentBy" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consent" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consentAt" bigint;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consentHow" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consentBy" text;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "track" text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "ownerAt" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "optouts_open" ON "optouts" USING btree ("workspaceId","emailHash") WHERE "optouts"."returnedAt" is null;--> statement-breakpoint
CREATE INDEX "optouts_address" ON "optouts" USING btree ("workspaceId","emailHash","createdAt");--> statement-breakpoint
CREATE INDEX "optouts_campaign" ON "optouts" USING btree ("workspaceId","campaignId","id");