CREATE TABLE `accountDays` (
	`credentialId` text NOT NULL,
	`day` integer NOT NULL,
	`workspaceId` text NOT NULL,
	`accepted` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`uncertain` integer DEFAULT 0 NOT NULL,
	`bounced` integer DEFAULT 0 NOT NULL,
	`complained` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`credentialId`, `day`)
);
--> statement-breakpoint
CREATE INDEX `account_days_day` ON `accountDays` (`day`);--> statement-breakpoint
CREATE TABLE `mailJournal` (
	`credentialId` text NOT NULL,
	`workspaceId` text NOT NULL,
	`lease` integer NOT NULL,
	`number` integer NOT NULL,
	`note` text NOT NULL,
	`place` text,
	PRIMARY KEY(`credentialId`, `lease`, `number`)
);
