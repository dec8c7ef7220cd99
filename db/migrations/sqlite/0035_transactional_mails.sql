CREATE TABLE `kindSuppressions` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`kind` text NOT NULL,
	`emailHash` text NOT NULL,
	`sealedEmail` text NOT NULL,
	`cause` text NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kind_suppressions_who` ON `kindSuppressions` (`workspaceId`,`emailHash`,`kind`);--> statement-breakpoint
CREATE INDEX `kind_suppressions_owner` ON `kindSuppressions` (`workspaceId`,`id`);--> statement-breakpoint
CREATE TABLE `transactionalAttachments` (
	`campaignId` text NOT NULL,
	`position` integer NOT NULL,
	`workspaceId` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`campaignId`, `position`)
);
--> statement-breakpoint
CREATE TABLE `transactionalCalls` (
	`campaignId` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`text` text,
	`replyTo` text,
	`tags` text NOT NULL,
	`templateId` text,
	`templateVersion` integer,
	`createdAt` integer NOT NULL,
	`expiresAt` integer NOT NULL,
	`emptiedAt` integer
);
--> statement-breakpoint
CREATE INDEX `transactional_calls_owner` ON `transactionalCalls` (`workspaceId`,`campaignId`);--> statement-breakpoint
CREATE INDEX `transactional_calls_created` ON `transactionalCalls` (`createdAt`);--> statement-breakpoint
CREATE INDEX `transactional_calls_full` ON `transactionalCalls` (`campaignId`) WHERE "transactionalCalls"."emptiedAt" is null;--> statement-breakpoint
CREATE TABLE `transactionalMails` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`campaignId` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`emailHash` text NOT NULL,
	`name` text NOT NULL,
	`sealedValues` text,
	`isQueued` integer NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `transactional_mails_owner` ON `transactionalMails` (`workspaceId`,`id`);--> statement-breakpoint
CREATE INDEX `transactional_mails_email` ON `transactionalMails` (`workspaceId`,`email`,`id`);--> statement-breakpoint
CREATE INDEX `transactional_mails_call` ON `transactionalMails` (`campaignId`,`id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `mailKind` text;