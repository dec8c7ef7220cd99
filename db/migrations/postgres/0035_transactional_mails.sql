CREATE TABLE "kindSuppressions" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"kind" text NOT NULL,
	"emailHash" text NOT NULL,
	"sealedEmail" text NOT NULL,
	"cause" text NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactionalAttachments" (
	"campaignId" text NOT NULL,
	"position" bigint NOT NULL,
	"workspaceId" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "transactionalAttachments_campaignId_position_pk" PRIMARY KEY("campaignId","position")
);
--> statement-breakpoint
CREATE TABLE "transactionalCalls" (
	"campaignId" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"text" text,
	"replyTo" text,
	"tags" jsonb NOT NULL,
	"templateId" text,
	"templateVersion" bigint,
	"createdAt" bigint NOT NULL,
	"expiresAt" bigint NOT NULL,
	"emptiedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "transactionalMails" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"campaignId" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"emailHash" text NOT NULL,
	"name" text NOT NULL,
	"sealedValues" text,
	"isQueued" boolean NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "mailKind" text;--> statement-breakpoint
CREATE UNIQUE INDEX "kind_suppressions_who" ON "kindSuppressions" USING btree ("workspaceId","emailHash","kind");--> statement-breakpoint
CREATE INDEX "kind_suppressions_owner" ON "kindSuppressions" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "transactional_calls_owner" ON "transactionalCalls" USING btree ("workspaceId","campaignId");--> statement-breakpoint
CREATE INDEX "transactional_calls_created" ON "transactionalCalls" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "transactional_calls_full" ON "transactionalCalls" USING btree ("campaignId") WHERE "transactionalCalls"."emptiedAt" is null;--> statement-breakpoint
CREATE INDEX "transactional_mails_owner" ON "transactionalMails" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "transactional_mails_email" ON "transactionalMails" USING btree ("workspaceId","email","id");--> statement-breakpoint
CREATE INDEX "transactional_mails_call" ON "transactionalMails" USING btree ("campaignId","id");