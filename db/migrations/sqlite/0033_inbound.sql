CREATE TABLE `bouncedAddresses` (
	`workspaceId` text NOT NULL,
	`emailHash` text NOT NULL,
	`count` integer NOT NULL,
	`at` integer NOT NULL,
	`forGoodAt` integer,
	`words` text NOT NULL,
	PRIMARY KEY(`workspaceId`, `emailHash`)
);
--> statement-breakpoint
CREATE TABLE `mailResponses` (
	`deliveryId` text NOT NULL,
	`kind` text NOT NULL,
	`workspaceId` text NOT NULL,
	`campaignId` text NOT NULL,
	`leadId` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`deliveryId`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `mail_responses_campaign` ON `mailResponses` (`campaignId`,`kind`);--> statement-breakpoint
CREATE INDEX `mail_responses_owner` ON `mailResponses` (`workspaceId`,`kind`,`at`,`leadId`);--> statement-breakpoint
CREATE TABLE `mailboxReadings` (
	`credentialId` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`host` text,
	`port` integer,
	`security` text,
	`user` text,
	`secret` text,
	`state` text NOT NULL,
	`reason` text,
	`since` integer NOT NULL,
	`readFrom` integer,
	`uidValidity` integer,
	`lastUid` integer,
	`lookedAt` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`nextTryAt` integer DEFAULT 0 NOT NULL,
	`holder` text,
	`lease` integer DEFAULT 0 NOT NULL,
	`leaseUntil` integer
);
--> statement-breakpoint
CREATE INDEX `mailbox_readings_owner` ON `mailboxReadings` (`workspaceId`);--> statement-breakpoint
CREATE INDEX `mailbox_readings_state` ON `mailboxReadings` (`state`,`nextTryAt`);--> statement-breakpoint
ALTER TABLE `oauthStates` ADD `reads` integer;