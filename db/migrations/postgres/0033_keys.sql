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
CREATE INDEX "api_key_campaigns_workspace" ON "apiKeyCampaigns" USING btree ("workspaceId");--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "apiKeys" USING btree ("workspaceId");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "apiKeys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_requests_workspace" ON "apiRequests" USING btree ("workspaceId","id");--> statement-breakpoint
CREATE INDEX "api_requests_at" ON "apiRequests" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotent_calls_created" ON "idempotentCalls" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "idempotent_calls_workspace" ON "idempotentCalls" USING btree ("workspaceId");--> statement-breakpoint
CREATE UNIQUE INDEX "key_approvals_code" ON "keyApprovals" USING btree ("userCode");--> statement-breakpoint
CREATE INDEX "key_approvals_created" ON "keyApprovals" USING btree ("createdAt");