CREATE TABLE `segments` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`name` text NOT NULL,
	`question` text NOT NULL,
	`createdAt` integer NOT NULL,
	`updatedAt` integer NOT NULL,
	`deletedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `segments_name` ON `segments` (`workspaceId`,lower("name")) WHERE "segments"."deletedAt" is null;--> statement-breakpoint
CREATE INDEX `segments_owner` ON `segments` (`workspaceId`);