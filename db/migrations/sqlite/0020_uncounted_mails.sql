CREATE TABLE `uncountedMails` (
	`deliveryId` text PRIMARY KEY NOT NULL,
	`leadId` text NOT NULL,
	`workspaceId` text NOT NULL
);
