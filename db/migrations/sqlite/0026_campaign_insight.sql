CREATE TABLE `campaignDomains` (
	`campaignId` text NOT NULL,
	`domain` text NOT NULL,
	`workspaceId` text NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`opened` integer DEFAULT 0 NOT NULL,
	`machineOpened` integer DEFAULT 0 NOT NULL,
	`clicked` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`campaignId`, `domain`)
);
--> statement-breakpoint
CREATE TABLE `campaignTimes` (
	`campaignId` text NOT NULL,
	`at` integer NOT NULL,
	`workspaceId` text NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`opened` integer DEFAULT 0 NOT NULL,
	`machineOpened` integer DEFAULT 0 NOT NULL,
	`clicked` integer DEFAULT 0 NOT NULL,
	`machineClicked` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`campaignId`, `at`)
);
--> statement-breakpoint
CREATE INDEX `deliveries_cause` ON `deliveries` (`campaignId`,`state`,`reasonCode`) WHERE "deliveries"."reasonCode" is not null and "deliveries"."state" <> 'sent';