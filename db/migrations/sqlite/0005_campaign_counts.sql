CREATE TABLE `campaignCounts` (
	`campaignId` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`queued` integer DEFAULT 0 NOT NULL,
	`sending` integer DEFAULT 0 NOT NULL,
	`deferred` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`uncertain` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`opened` integer DEFAULT 0 NOT NULL,
	`machineOpened` integer DEFAULT 0 NOT NULL,
	`clicked` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX `deliveries_machine_opened`;