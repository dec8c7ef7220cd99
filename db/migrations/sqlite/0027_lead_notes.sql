CREATE TABLE `leadNotes` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`leadId` text NOT NULL,
	`authorId` text NOT NULL,
	`text` text NOT NULL,
	`createdAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lead_notes_lead` ON `leadNotes` (`workspaceId`,`leadId`,`id`);--> statement-breakpoint
CREATE TABLE `samples` (
	`workspaceId` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`workspaceId`, `kind`, `id`)
);
--> statement-breakpoint
ALTER TABLE `workspaceMembers` ADD `startPutAwayAt` integer;