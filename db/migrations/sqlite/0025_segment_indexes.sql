CREATE INDEX `deliveries_sent_at` ON `deliveries` (`workspaceId`,`sentAt`,`leadId`) WHERE "deliveries"."sentAt" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_opened_at` ON `deliveries` (`workspaceId`,`openedAt`,`leadId`) WHERE "deliveries"."openedAt" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_clicked_at` ON `deliveries` (`workspaceId`,`clickedAt`,`leadId`) WHERE "deliveries"."clickedAt" is not null;--> statement-breakpoint
CREATE INDEX `leads_owner_created` ON `leads` (`workspaceId`,`createdAt`,`id`);