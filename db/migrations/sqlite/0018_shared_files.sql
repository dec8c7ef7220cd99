CREATE TABLE `filePieces` (
	`fileId` text NOT NULL,
	`position` integer NOT NULL,
	`workspaceId` text NOT NULL,
	`content` blob NOT NULL,
	PRIMARY KEY(`fileId`, `position`)
);
--> statement-breakpoint
CREATE INDEX `file_pieces_owner` ON `filePieces` (`workspaceId`,`fileId`);--> statement-breakpoint
CREATE TABLE `storedFiles` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`bytes` integer NOT NULL,
	`isWhole` integer NOT NULL,
	`touchedAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stored_files_owner` ON `storedFiles` (`workspaceId`,`id`);