CREATE TABLE `templateFolders` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`name` text NOT NULL,
	`createdAt` integer NOT NULL,
	`deletedAt` integer
);
--> statement-breakpoint
CREATE INDEX `template_folders_owner` ON `templateFolders` (`workspaceId`,`id`);--> statement-breakpoint
CREATE TABLE `templatePlaces` (
	`workspaceId` text NOT NULL,
	`templateId` text NOT NULL,
	`folderId` text,
	`usedAt` integer,
	PRIMARY KEY(`workspaceId`, `templateId`)
);
