CREATE TABLE `denials` (
	`workspaceId` text NOT NULL,
	`emailHash` text NOT NULL,
	`deniedAt` integer NOT NULL,
	`how` text NOT NULL,
	PRIMARY KEY(`workspaceId`, `emailHash`)
);
