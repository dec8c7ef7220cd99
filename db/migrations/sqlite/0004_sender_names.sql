ALTER TABLE `campaigns` ADD `senderName` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `senderAddress` text;--> statement-breakpoint
ALTER TABLE `credentials` ADD `displayName` text;