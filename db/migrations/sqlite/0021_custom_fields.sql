CREATE TABLE `customFields` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`kind` text NOT NULL,
	`choices` text NOT NULL,
	`position` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`deletedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_fields_key` ON `customFields` (`workspaceId`,lower("key")) WHERE "customFields"."deletedAt" is null;--> statement-breakpoint
CREATE INDEX `custom_fields_owner` ON `customFields` (`workspaceId`,`position`);--> statement-breakpoint
ALTER TABLE `campaignContents` ADD `fields` text;--> statement-breakpoint
ALTER TABLE `deletedLeads` ADD `fields` text;--> statement-breakpoint
ALTER TABLE `importChanges` ADD `fields` text;--> statement-breakpoint
ALTER TABLE `importChanges` ADD `wroteFields` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `fields` text;