CREATE TABLE `optouts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`emailHash` text NOT NULL,
	`leadId` text NOT NULL,
	`campaignId` text NOT NULL,
	`deliveryId` text NOT NULL,
	`createdAt` integer NOT NULL,
	`reason` text,
	`words` text,
	`askedBackAt` integer,
	`returnedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `optouts_open` ON `optouts` (`workspaceId`,`emailHash`) WHERE "optouts"."returnedAt" is null;--> statement-breakpoint
CREATE INDEX `optouts_address` ON `optouts` (`workspaceId`,`emailHash`,`createdAt`);--> statement-breakpoint
CREATE INDEX `optouts_campaign` ON `optouts` (`workspaceId`,`campaignId`,`id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `track` text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE `deletedLeads` ADD `consent` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE `deletedLeads` ADD `consentAt` integer;--> statement-breakpoint
ALTER TABLE `deletedLeads` ADD `consentHow` text;--> statement-breakpoint
ALTER TABLE `deletedLeads` ADD `consentBy` text;--> statement-breakpoint
ALTER TABLE `importChanges` ADD `consent` text;--> statement-breakpoint
ALTER TABLE `importChanges` ADD `consentAt` integer;--> statement-breakpoint
ALTER TABLE `importChanges` ADD `consentHow` text;--> statement-breakpoint
ALTER TABLE `importChanges` ADD `consentBy` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `consent` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE `leads` ADD `consentAt` integer;--> statement-breakpoint
ALTER TABLE `leads` ADD `consentHow` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `consentBy` text;--> statement-breakpoint
ALTER TABLE `preferences` ADD `track` text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE `suppressions` ADD `ownerAt` integer;