CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`workspaceId` text NOT NULL,
	`kind` text NOT NULL,
	`key` text,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`dueAt` integer,
	`attempts` integer NOT NULL,
	`lastError` text,
	`holder` text,
	`leaseUntil` integer,
	`lease` integer NOT NULL,
	`createdAt` integer NOT NULL,
	`failedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`dueAt`);--> statement-breakpoint
CREATE INDEX `jobs_workspace` ON `jobs` (`workspaceId`,`kind`);
--> statement-breakpoint
-- What an older version has begun and not ended. An import that was under way counts as tried: it is not begun anew.
INSERT INTO `jobs` (`id`, `workspaceId`, `kind`, `key`, `payload`, `state`, `dueAt`, `attempts`, `lease`, `createdAt`) SELECT 'import:' || `id`, `workspaceId`, 'import', 'import:' || `id`, '{"importId":"' || `id` || '"}', 'queued', cast(strftime('%s', 'now') as integer) * 1000, CASE WHEN `state` = 'running' THEN 1 ELSE 0 END, 0, cast(strftime('%s', 'now') as integer) * 1000 FROM `imports` WHERE `state` IN ('running', 'undoing');
--> statement-breakpoint
INSERT INTO `jobs` (`id`, `workspaceId`, `kind`, `key`, `payload`, `state`, `dueAt`, `attempts`, `lease`, `createdAt`) SELECT 'accountRemoval:' || substr(`key`, 15), '', 'accountRemoval', 'accountRemoval:' || substr(`key`, 15), '{"workspaceId":"' || substr(`key`, 15) || '"}', 'queued', cast(strftime('%s', 'now') as integer) * 1000, 0, 0, cast(strftime('%s', 'now') as integer) * 1000 FROM `meta` WHERE `key` LIKE 'closedAccount:%';
--> statement-breakpoint
DELETE FROM `meta` WHERE `key` LIKE 'closedAccount:%';
