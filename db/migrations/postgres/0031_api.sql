CREATE TABLE "agentPlans" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"userId" text NOT NULL,
	"text" text NOT NULL,
	"expiresAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apiKeyCampaigns" (
	"workspaceId" text NOT NULL,
	"keyId" text NOT NULL,
	"campaignId" text NOT NULL,
	CONSTRAINT "apiKeyCampaigns_keyId_campaignId_pk" PRIMARY KEY("keyId","campaignId")
);
--> statement-breakpoint
CREATE TABLE "apiKeys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"userId" text NOT NULL,
	"hash" text NOT NULL,
	"lastFour" text NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"collections" jsonb,
	"accounts" jsonb,
	"addresses" jsonb,
	"expiresAt" bigint,
	"lastUsedAt" bigint,
	"lastAddress" text,
	"createdAt" bigint NOT NULL,
	"revokedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "apiRequests" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"keyId" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" bigint NOT NULL,
	"tookMs" bigint NOT NULL,
	"address" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotentCalls" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"digest" text NOT NULL,
	"runner" text NOT NULL,
	"status" bigint,
	"contentType" text,
	"body" text,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keyApprovals" (
	"id" text PRIMARY KEY NOT NULL,
	"userCode" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"workspaceId" text,
	"userId" text,
	"scopes" jsonb,
	"keyExpiresAt" bigint,
	"createdAt" bigint NOT NULL,
	"polledAt" bigint
);
--> statement-breakpoint
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
CREATE TABLE "webhookDeliveries" (
	"webhookId" text NOT NULL,
	"eventId" text NOT NULL,
	"workspaceId" text NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"number" bigint NOT NULL,
	"state" text NOT NULL,
	"attempts" bigint NOT NULL,
	"dueAt" bigint NOT NULL,
	"triedAt" bigint,
	"tookMs" bigint,
	"status" bigint,
	"reason" jsonb,
	"answer" text,
	CONSTRAINT "webhookDeliveries_webhookId_eventId_pk" PRIMARY KEY("webhookId","eventId")
);
--> statement-breakpoint
CREATE TABLE "webhookEvents" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"number" bigint NOT NULL,
	"row" text,
	"body" text
);
--> statement-breakpoint
CREATE TABLE "webhookWants" (
	"workspaceId" text NOT NULL,
	"type" text NOT NULL,
	"webhookId" text NOT NULL,
	CONSTRAINT "webhookWants_workspaceId_type_webhookId_pk" PRIMARY KEY("workspaceId","type","webhookId")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"types" jsonb NOT NULL,
	"secret" text NOT NULL,
	"formerSecret" text,
	"formerUntil" bigint,
	"state" text NOT NULL,
	"pausedReason" jsonb,
	"createdAt" bigint NOT NULL,
	"deliveredAt" bigint,
	"holder" text,
	"leaseUntil" bigint,
	"lease" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "mailKind" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "microsoftSubject" text;--> statement-breakpoint
CREATE INDEX "agent_plans_owner" ON "agentPlans" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "api_key_campaigns_workspace" ON "apiKeyCampaigns" USING btree ("workspaceId");--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "apiKeys" USING btree ("workspaceId");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "apiKeys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_requests_workspace" ON "apiRequests" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "api_requests_at" ON "apiRequests" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotent_calls_created" ON "idempotentCalls" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "idempotent_calls_workspace" ON "idempotentCalls" USING btree ("workspaceId");--> statement-breakpoint
CREATE UNIQUE INDEX "key_approvals_code" ON "keyApprovals" USING btree ("userCode");--> statement-breakpoint
CREATE INDEX "key_approvals_created" ON "keyApprovals" USING btree ("createdAt");--> statement-breakpoint
CREATE UNIQUE INDEX "kind_suppressions_who" ON "kindSuppressions" USING btree ("workspaceId","emailHash","kind");--> statement-breakpoint
CREATE INDEX "kind_suppressions_owner" ON "kindSuppressions" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "transactional_calls_owner" ON "transactionalCalls" USING btree ("workspaceId","campaignId");--> statement-breakpoint
CREATE INDEX "transactional_calls_created" ON "transactionalCalls" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "transactional_calls_full" ON "transactionalCalls" USING btree ("campaignId") WHERE "transactionalCalls"."emptiedAt" is null;--> statement-breakpoint
CREATE INDEX "transactional_mails_owner" ON "transactionalMails" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "transactional_mails_email" ON "transactionalMails" USING btree ("workspaceId","email","id");--> statement-breakpoint
CREATE INDEX "transactional_mails_call" ON "transactionalMails" USING btree ("campaignId","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_owner" ON "webhookDeliveries" USING btree ("workspaceId","webhookId","number");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhookDeliveries" USING btree ("webhookId","number") WHERE "webhookDeliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhookDeliveries" USING btree ("webhookId","dueAt") WHERE "webhookDeliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_given_up" ON "webhookDeliveries" USING btree ("webhookId","number") WHERE "webhookDeliveries"."state" = 'given_up';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_number" ON "webhookDeliveries" USING btree ("number");--> statement-breakpoint
CREATE INDEX "webhook_events_owner" ON "webhookEvents" USING btree ("workspaceId","number");--> statement-breakpoint
CREATE INDEX "webhook_events_number" ON "webhookEvents" USING btree ("number");--> statement-breakpoint
CREATE INDEX "webhook_wants_webhook" ON "webhookWants" USING btree ("webhookId");--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "deliveries_campaign_opened" ON "deliveries" USING btree ("campaignId","workspaceId","leadId") WHERE "deliveries"."openedAt" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_campaign_clicked" ON "deliveries" USING btree ("campaignId","workspaceId","leadId") WHERE "deliveries"."clickedAt" is not null;