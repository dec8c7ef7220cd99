CREATE TABLE "bouncedAddresses" (
	"workspaceId" text NOT NULL,
	"emailHash" text NOT NULL,
	"count" bigint NOT NULL,
	"at" bigint NOT NULL,
	"forGoodAt" bigint,
	"words" text NOT NULL,
	CONSTRAINT "bouncedAddresses_workspaceId_emailHash_pk" PRIMARY KEY("workspaceId","emailHash")
);
--> statement-breakpoint
CREATE TABLE "mailResponses" (
	"deliveryId" text NOT NULL,
	"kind" text NOT NULL,
	"workspaceId" text NOT NULL,
	"campaignId" text NOT NULL,
	"leadId" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "mailResponses_deliveryId_kind_pk" PRIMARY KEY("deliveryId","kind")
);
--> statement-breakpoint
CREATE TABLE "mailboxReadings" (
	"credentialId" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"host" text,
	"port" bigint,
	"security" text,
	"user" text,
	"secret" text,
	"state" text NOT NULL,
	"reason" jsonb,
	"since" bigint NOT NULL,
	"readFrom" bigint,
	"uidValidity" bigint,
	"lastUid" bigint,
	"lookedAt" bigint,
	"failures" bigint DEFAULT 0 NOT NULL,
	"nextTryAt" bigint DEFAULT 0 NOT NULL,
	"holder" text,
	"lease" bigint DEFAULT 0 NOT NULL,
	"leaseUntil" bigint
);
--> statement-breakpoint
ALTER TABLE "oauthStates" ADD COLUMN "reads" boolean;--> statement-breakpoint
CREATE INDEX "mail_responses_campaign" ON "mailResponses" USING btree ("campaignId","kind");--> statement-breakpoint
CREATE INDEX "mail_responses_owner" ON "mailResponses" USING btree ("workspaceId","kind","at","leadId");--> statement-breakpoint
CREATE INDEX "mailbox_readings_owner" ON "mailboxReadings" USING btree ("workspaceId");--> statement-breakpoint
CREATE INDEX "mailbox_readings_state" ON "mailboxReadings" USING btree ("state","nextTryAt");