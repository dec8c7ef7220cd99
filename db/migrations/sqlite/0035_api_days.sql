CREATE TABLE `apiDays` (
	`workspaceId` text NOT NULL,
	`keyId` text NOT NULL,
	`day` integer NOT NULL,
	`done` integer NOT NULL,
	`refused` integer NOT NULL,
	`failed` integer NOT NULL,
	PRIMARY KEY(`keyId`, `day`)
);
--> statement-breakpoint
CREATE INDEX `api_days_workspace` ON `apiDays` (`workspaceId`,`day`);--> statement-breakpoint
CREATE INDEX `api_days_day` ON `apiDays` (`day`);