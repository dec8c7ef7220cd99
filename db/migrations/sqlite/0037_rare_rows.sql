CREATE INDEX `api_requests_class` ON `apiRequests` (`workspaceId`,("status" / 100),`id`);--> statement-breakpoint
CREATE INDEX `api_requests_method` ON `apiRequests` (`workspaceId`,`method`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_mails_unsent` ON `deliveries` (`workspaceId`,`state`,`id`) WHERE "deliveries"."leadId" = "deliveries"."id" and "deliveries"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX `transactional_mails_kind` ON `transactionalMails` (`workspaceId`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_type` ON `webhookDeliveries` (`webhookId`,`type`,`number`,`eventId`);