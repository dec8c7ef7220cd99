CREATE TABLE "rateWindows" (
	"name" text NOT NULL,
	"key" text NOT NULL,
	"startedAt" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "rateWindows_name_key_pk" PRIMARY KEY("name","key")
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"key" text PRIMARY KEY NOT NULL,
	"tickets" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_windows_age" ON "rateWindows" USING btree ("name","startedAt");--> statement-breakpoint
-- Counts and lines are gone after a fall of the server, as a process's memory is; so no call has to wait for the disk.
ALTER TABLE "rateWindows" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "turns" SET UNLOGGED;
