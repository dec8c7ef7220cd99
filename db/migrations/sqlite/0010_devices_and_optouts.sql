CREATE TABLE `knownDevices` (
	`ownerId` text NOT NULL,
	`device` text NOT NULL,
	`lastSignInAt` integer NOT NULL,
	PRIMARY KEY(`ownerId`, `device`)
);
--> statement-breakpoint
ALTER TABLE `imports` ADD `rejectedOptouts` integer DEFAULT 0 NOT NULL;