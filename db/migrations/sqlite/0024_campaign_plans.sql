CREATE TABLE `campaignActivity` (
	`id` text PRIMARY KEY NOT NULL,
	`planId` text NOT NULL,
	`workspaceId` text NOT NULL,
	`at` integer NOT NULL,
	`userId` text,
	`code` text NOT NULL,
	`params` text
);
--> statement-breakpoint
CREATE INDEX `campaign_activity_plan` ON `campaignActivity` (`planId`,`id`);--> statement-breakpoint
CREATE TABLE `campaignPlans` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`pausedBy` text,
	`pausedReason` text,
	`content` text,
	`audience` text,
	`version` integer DEFAULT 0 NOT NULL,
	`dueAt` integer,
	`holdUntil` integer,
	`createdBy` text,
	`createdAt` integer NOT NULL,
	`updatedAt` integer NOT NULL,
	`startedAt` integer,
	`endedAt` integer,
	`archivedAt` integer,
	`deletedAt` integer
);
--> statement-breakpoint
CREATE INDEX `campaign_plans_owner` ON `campaignPlans` (`workspaceId`,`id`);--> statement-breakpoint
CREATE INDEX `campaign_plans_waiting` ON `campaignPlans` (`id`) WHERE "campaignPlans"."state" in ('scheduled', 'holding', 'starting');--> statement-breakpoint
CREATE INDEX `campaign_plans_deleted` ON `campaignPlans` (`deletedAt`) WHERE "campaignPlans"."deletedAt" is not null;--> statement-breakpoint
CREATE TABLE `enrolments` (
	`planId` text NOT NULL,
	`leadId` text NOT NULL,
	`workspaceId` text NOT NULL,
	`credentialId` text NOT NULL,
	`zone` text,
	`step` integer NOT NULL,
	`deliveryId` text,
	`dueAt` integer,
	`endedAt` integer,
	`endedCode` text,
	`endedParams` text,
	PRIMARY KEY(`planId`, `leadId`)
);
--> statement-breakpoint
CREATE INDEX `enrolments_due` ON `enrolments` (`planId`,`dueAt`) WHERE "enrolments"."endedAt" is null;--> statement-breakpoint
CREATE TABLE `planMails` (
	`planId` text NOT NULL,
	`variantId` text NOT NULL,
	`workspaceId` text NOT NULL,
	`subject` text NOT NULL,
	`preview` text NOT NULL,
	`html` text NOT NULL,
	`design` text,
	`templateId` text,
	`version` integer NOT NULL,
	`updatedAt` integer NOT NULL,
	PRIMARY KEY(`planId`, `variantId`)
);
--> statement-breakpoint
ALTER TABLE `campaigns` ADD `planId` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `step` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `stepId` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `variantId` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `contentVersion` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `zone` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `window` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `spread` text;--> statement-breakpoint
CREATE INDEX `campaigns_plan` ON `campaigns` (`planId`,`step`);--> statement-breakpoint
ALTER TABLE `deliveries` ADD `thread` text;--> statement-breakpoint
INSERT INTO "campaignPlans" ("id", "workspaceId", "name", "kind", "state", "version", "createdAt", "updatedAt", "startedAt", "endedAt")
  SELECT "id", "workspaceId", "subject", 'once', CASE "state" WHEN 'cancelled' THEN 'cancelled' ELSE 'started' END, 0, "createdAt", "createdAt", "createdAt", "finishedAt"
  FROM "campaigns" WHERE "state" <> 'preparing';--> statement-breakpoint
UPDATE "campaigns" SET "planId" = "id" WHERE "state" <> 'preparing';
