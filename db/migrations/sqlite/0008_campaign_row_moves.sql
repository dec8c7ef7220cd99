ALTER TABLE `campaigns` ADD `rowMove` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `rowMoveAt` integer;--> statement-breakpoint
CREATE INDEX `campaigns_row_move` ON `campaigns` (`id`) WHERE "campaigns"."rowMove" is not null;