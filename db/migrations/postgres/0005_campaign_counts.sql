CREATE TABLE "campaignCounts" (
	"campaignId" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"queued" bigint DEFAULT 0 NOT NULL,
	"sending" bigint DEFAULT 0 NOT NULL,
	"deferred" bigint DEFAULT 0 NOT NULL,
	"sent" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"uncertain" bigint DEFAULT 0 NOT NULL,
	"skipped" bigint DEFAULT 0 NOT NULL,
	"opened" bigint DEFAULT 0 NOT NULL,
	"machineOpened" bigint DEFAULT 0 NOT NULL,
	"clicked" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "deliveries_machine_opened";