CREATE TABLE `knownDevices` (
	`ownerId` text NOT NULL,
	`device` text NOT NULL,
	`lastSignInAt` integer NOT NULL,
	PRIMARY KEY(`ownerId`, `device`)
);
--> statement-breakpoint
-- Whoever is signed in somewhere is not told of that device as a new one.
INSERT INTO `knownDevices` (`ownerId`, `device`, `lastSignInAt`) SELECT `userId`, `device`, max(`createdAt`) FROM `sessions` GROUP BY `userId`, `device`;
--> statement-breakpoint
ALTER TABLE `imports` ADD `rejectedOptouts` integer DEFAULT 0 NOT NULL;
