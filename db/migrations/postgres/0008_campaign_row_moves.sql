ALTER TABLE "campaigns" ADD COLUMN "rowMove" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "rowMoveAt" bigint;--> statement-breakpoint
CREATE INDEX "campaigns_row_move" ON "campaigns" USING btree ("id") WHERE "campaigns"."rowMove" is not null;