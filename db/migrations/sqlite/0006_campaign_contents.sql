CREATE TABLE `campaignContents` (
	`campaignId` text PRIMARY KEY NOT NULL,
	`ownerId` text NOT NULL,
	`html` text NOT NULL
);
