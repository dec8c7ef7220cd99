CREATE TABLE `accountLeases` (
	`credentialId` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`holder` text,
	`lease` integer NOT NULL,
	`leaseUntil` integer NOT NULL,
	`waiting` text
);
--> statement-breakpoint
CREATE INDEX `accountLeases_holder` ON `accountLeases` (`holder`);--> statement-breakpoint
CREATE TABLE `senders` (
	`id` text PRIMARY KEY NOT NULL,
	`leaseUntil` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `singleMails` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`credentialId` text NOT NULL,
	`sender` text NOT NULL,
	`recipient` text NOT NULL,
	`messageId` text NOT NULL,
	`raw` text NOT NULL,
	`state` text NOT NULL,
	`outcome` text,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `singleMails_state` ON `singleMails` (`state`);