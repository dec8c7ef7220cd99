CREATE TABLE `rateWindows` (
	`name` text NOT NULL,
	`key` text NOT NULL,
	`startedAt` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`name`, `key`)
);
--> statement-breakpoint
CREATE INDEX `rate_windows_age` ON `rateWindows` (`name`,`startedAt`);--> statement-breakpoint
CREATE TABLE `turns` (
	`key` text PRIMARY KEY NOT NULL,
	`tickets` text NOT NULL
);
