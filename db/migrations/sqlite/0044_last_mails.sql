CREATE TABLE `leadMails` (
	`workspaceId` text NOT NULL,
	`leadId` text NOT NULL,
	`lastSentAt` integer NOT NULL,
	PRIMARY KEY(`workspaceId`, `leadId`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `deliveries_opened_lead` ON `deliveries` (`workspaceId`,`leadId`,`openedAt`) WHERE "deliveries"."openedAt" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_clicked_lead_at` ON `deliveries` (`workspaceId`,`leadId`,`clickedAt`) WHERE "deliveries"."clickedAt" is not null;