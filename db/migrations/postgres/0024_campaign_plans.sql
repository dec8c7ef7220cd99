CREATE TABLE "campaignActivity" (
	"id" text PRIMARY KEY NOT NULL,
	"planId" text NOT NULL,
	"workspaceId" text NOT NULL,
	"at" bigint NOT NULL,
	"userId" text,
	"code" text NOT NULL,
	"params" jsonb
);
--> statement-breakpoint
CREATE TABLE "campaignPlans" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"pausedBy" text,
	"pausedReason" jsonb,
	"content" jsonb,
	"audience" jsonb,
	"version" bigint DEFAULT 0 NOT NULL,
	"dueAt" bigint,
	"holdUntil" bigint,
	"createdBy" text,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	"startedAt" bigint,
	"endedAt" bigint,
	"archivedAt" bigint,
	"deletedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"planId" text NOT NULL,
	"leadId" text NOT NULL,
	"workspaceId" text NOT NULL,
	"credentialId" text NOT NULL,
	"zone" text,
	"step" bigint NOT NULL,
	"deliveryId" text,
	"dueAt" bigint,
	"endedAt" bigint,
	"endedCode" text,
	"endedParams" jsonb,
	CONSTRAINT "enrolments_planId_leadId_pk" PRIMARY KEY("planId","leadId")
);
--> statement-breakpoint
CREATE TABLE "planMails" (
	"planId" text NOT NULL,
	"variantId" text NOT NULL,
	"workspaceId" text NOT NULL,
	"subject" text NOT NULL,
	"preview" text NOT NULL,
	"html" text NOT NULL,
	"design" jsonb,
	"templateId" text,
	"version" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "planMails_planId_variantId_pk" PRIMARY KEY("planId","variantId")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "planId" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "step" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "stepId" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "variantId" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "contentVersion" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "window" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "spread" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "thread" text;--> statement-breakpoint
CREATE INDEX "campaign_activity_plan" ON "campaignActivity" USING btree ("planId","id");--> statement-breakpoint
CREATE INDEX "campaign_plans_owner" ON "campaignPlans" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "campaign_plans_waiting" ON "campaignPlans" USING btree ("id") WHERE "campaignPlans"."state" in ('scheduled', 'holding', 'starting');--> statement-breakpoint
CREATE INDEX "campaign_plans_deleted" ON "campaignPlans" USING btree ("deletedAt") WHERE "campaignPlans"."deletedAt" is not null;--> statement-breakpoint
CREATE INDEX "enrolments_due" ON "enrolments" USING btree ("planId","dueAt") WHERE "enrolments"."endedAt" is null;--> statement-breakpoint
CREATE INDEX "campaigns_plan" ON "campaigns" USING btree ("planId","step");--> statement-breakpoint
INSERT INTO "campaignPlans" ("id", "workspaceId", "name", "kind", "state", "version", "createdAt", "updatedAt", "startedAt", "endedAt")
  SELECT "id", "workspaceId", "subject", 'once', CASE "state" WHEN 'cancelled' THEN 'cancelled' ELSE 'started' END, 0, "createdAt", "createdAt", "createdAt", "finishedAt"
  FROM "campaigns" WHERE "state" <> 'preparing';--> statement-breakpoint
UPDATE "campaigns" SET "planId" = "id" WHERE "state" <> 'preparing';
