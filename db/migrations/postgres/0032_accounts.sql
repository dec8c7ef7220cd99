CREATE TABLE "accountDays" (
	"credentialId" text NOT NULL,
	"day" bigint NOT NULL,
	"workspaceId" text NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"refused" bigint DEFAULT 0 NOT NULL,
	"uncertain" bigint DEFAULT 0 NOT NULL,
	"bounced" bigint DEFAULT 0 NOT NULL,
	"complained" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accountDays_credentialId_day_pk" PRIMARY KEY("credentialId","day")
);
--> statement-breakpoint
CREATE TABLE "mailJournal" (
	"credentialId" text NOT NULL,
	"workspaceId" text NOT NULL,
	"lease" bigint NOT NULL,
	"number" bigint NOT NULL,
	"note" jsonb NOT NULL,
	"place" text,
	CONSTRAINT "mailJournal_credentialId_lease_number_pk" PRIMARY KEY("credentialId","lease","number")
);
--> statement-breakpoint
CREATE INDEX "account_days_day" ON "accountDays" USING btree ("day");