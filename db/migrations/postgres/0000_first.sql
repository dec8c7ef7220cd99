CREATE TABLE "campaigns" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"credentialId" text NOT NULL,
	"provider" text NOT NULL,
	"fromAlias" text NOT NULL,
	"fromEmail" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"state" text NOT NULL,
	"pausedBy" text,
	"pausedReason" text,
	"trackOpens" boolean NOT NULL,
	"trackClicks" boolean DEFAULT false NOT NULL,
	"requestKey" text NOT NULL,
	"total" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"finishedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "clicks" (
	"deliveryId" text NOT NULL,
	"linkId" text NOT NULL,
	"ownerId" text NOT NULL,
	"firstAt" bigint,
	"lastAt" bigint,
	"seenAt" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"machineClicks" bigint NOT NULL,
	CONSTRAINT "clicks_deliveryId_linkId_pk" PRIMARY KEY("deliveryId","linkId")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"name" text NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"provider" text NOT NULL,
	"appEmail" text NOT NULL,
	"alias" text NOT NULL,
	"type" text NOT NULL,
	"secret" text,
	"googleSubject" text,
	"host" text,
	"port" bigint,
	"security" text,
	"user" text,
	"perDay" bigint,
	"perMinute" bigint,
	"gapMs" bigint NOT NULL,
	"rampPerDay" bigint,
	"rampStartedAt" bigint,
	"paused" boolean NOT NULL,
	"pausedReason" text,
	"pausedUntil" bigint,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deletedLeads" (
	"deletionId" text NOT NULL,
	"deletedAt" bigint NOT NULL,
	"id" text NOT NULL,
	"ownerId" text NOT NULL,
	"firstName" text NOT NULL,
	"lastName" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"searchText" text NOT NULL,
	"emailHash" text NOT NULL,
	"optout" boolean NOT NULL,
	"emailCount" bigint NOT NULL,
	"openedCount" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "deletedLeads_deletionId_id_pk" PRIMARY KEY("deletionId","id")
);
--> statement-breakpoint
CREATE TABLE "deletedMemberships" (
	"deletionId" text NOT NULL,
	"deletedAt" bigint NOT NULL,
	"ownerId" text NOT NULL,
	"leadId" text NOT NULL,
	"collectionId" text NOT NULL,
	CONSTRAINT "deletedMemberships_deletionId_leadId_collectionId_pk" PRIMARY KEY("deletionId","leadId","collectionId")
);
--> statement-breakpoint
CREATE TABLE "deletedTemplates" (
	"deletionId" text PRIMARY KEY NOT NULL,
	"deletedAt" bigint NOT NULL,
	"deletedBy" text NOT NULL,
	"id" text NOT NULL,
	"ownerId" text NOT NULL,
	"name" text NOT NULL,
	"design" jsonb,
	"html" text NOT NULL,
	"hasHtml" boolean NOT NULL,
	"version" bigint NOT NULL,
	"public" boolean NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"campaignId" text NOT NULL,
	"ownerId" text NOT NULL,
	"leadId" text NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"attempts" bigint NOT NULL,
	"dueAt" bigint NOT NULL,
	"firstTriedAt" bigint,
	"sentAt" bigint,
	"openedAt" bigint,
	"machineOpenedAt" bigint,
	"clickedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"fileName" text NOT NULL,
	"name" text NOT NULL,
	"alt" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" bigint NOT NULL,
	"height" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"content" text NOT NULL,
	"deletedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "importChanges" (
	"importId" text NOT NULL,
	"position" bigint NOT NULL,
	"ownerId" text NOT NULL,
	"leadId" text NOT NULL,
	"joined" boolean NOT NULL,
	"firstName" text NOT NULL,
	"lastName" text NOT NULL,
	"phone" text NOT NULL,
	"searchText" text NOT NULL,
	"wrote" text NOT NULL,
	CONSTRAINT "importChanges_importId_position_pk" PRIMARY KEY("importId","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"createdAt" bigint NOT NULL,
	"startedAt" bigint,
	"undoUntil" bigint,
	"idPrefix" text NOT NULL,
	"collectionId" text,
	"madeCollection" boolean NOT NULL,
	"staged" bigint NOT NULL,
	"written" bigint NOT NULL,
	"added" bigint NOT NULL,
	"updated" bigint NOT NULL,
	"skipped" bigint NOT NULL,
	"optedOut" bigint NOT NULL,
	"rejected" bigint NOT NULL,
	"fault" text,
	"rowCount" bigint NOT NULL,
	"reading" jsonb,
	"choice" jsonb,
	"rejects" jsonb
);
--> statement-breakpoint
CREATE TABLE "leadCounts" (
	"ownerId" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"firstName" text NOT NULL,
	"lastName" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"searchText" text NOT NULL,
	"emailHash" text NOT NULL,
	"optout" boolean NOT NULL,
	"emailCount" bigint NOT NULL,
	"openedCount" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" text PRIMARY KEY NOT NULL,
	"campaignId" text NOT NULL,
	"ownerId" text NOT NULL,
	"position" bigint NOT NULL,
	"url" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"collectionId" text NOT NULL,
	"leadId" text NOT NULL,
	CONSTRAINT "memberships_collectionId_leadId_pk" PRIMARY KEY("collectionId","leadId")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb
);
--> statement-breakpoint
CREATE TABLE "oauthStates" (
	"id" text PRIMARY KEY NOT NULL,
	"sessionId" text NOT NULL,
	"ownerId" text,
	"credentialId" text,
	"verifier" text NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passwordResets" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"ownerId" text PRIMARY KEY NOT NULL,
	"trackOpens" boolean NOT NULL,
	"trackClicks" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandboxMails" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"messageId" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"raw" text NOT NULL,
	"receivedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "savedRows" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"name" text NOT NULL,
	"row" jsonb,
	"createdAt" bigint NOT NULL,
	"deletedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"createdAt" bigint NOT NULL,
	"lastSeenAt" bigint NOT NULL,
	"device" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"ownerId" text NOT NULL,
	"emailHash" text NOT NULL,
	"source" text NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "suppressions_ownerId_emailHash_pk" PRIMARY KEY("ownerId","emailHash")
);
--> statement-breakpoint
CREATE TABLE "templateVersions" (
	"templateId" text NOT NULL,
	"version" bigint NOT NULL,
	"ownerId" text NOT NULL,
	"name" text NOT NULL,
	"design" jsonb,
	"html" text NOT NULL,
	"savedAt" bigint NOT NULL,
	"replacedAt" bigint NOT NULL,
	CONSTRAINT "templateVersions_templateId_version_pk" PRIMARY KEY("templateId","version")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" text PRIMARY KEY NOT NULL,
	"ownerId" text NOT NULL,
	"name" text NOT NULL,
	"design" jsonb,
	"html" text NOT NULL,
	"hasHtml" boolean NOT NULL,
	"version" bigint NOT NULL,
	"public" boolean NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"credentialId" text NOT NULL,
	"bucketAt" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "usage_credentialId_bucketAt_pk" PRIMARY KEY("credentialId","bucketAt")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"firstName" text NOT NULL,
	"lastName" text NOT NULL,
	"passwordHash" text,
	"googleSubject" text,
	"status" text NOT NULL,
	"role" text NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_owner_request" ON "campaigns" USING btree ("ownerId","requestKey");--> statement-breakpoint
CREATE INDEX "campaigns_owner" ON "campaigns" USING btree ("ownerId","id");--> statement-breakpoint
CREATE INDEX "campaigns_state" ON "campaigns" USING btree ("state");--> statement-breakpoint
CREATE INDEX "clicks_owner" ON "clicks" USING btree ("ownerId","linkId","deliveryId");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_owner_name" ON "collections" USING btree ("ownerId","name");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_owner_email" ON "credentials" USING btree ("ownerId","provider","type","appEmail");--> statement-breakpoint
CREATE INDEX "deleted_leads_time" ON "deletedLeads" USING btree ("deletedAt");--> statement-breakpoint
CREATE INDEX "deleted_memberships_time" ON "deletedMemberships" USING btree ("deletedAt");--> statement-breakpoint
CREATE INDEX "deleted_templates_time" ON "deletedTemplates" USING btree ("deletedAt");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_campaign_lead" ON "deliveries" USING btree ("campaignId","leadId");--> statement-breakpoint
CREATE INDEX "deliveries_campaign_state" ON "deliveries" USING btree ("campaignId","state","dueAt");--> statement-breakpoint
CREATE INDEX "deliveries_opened" ON "deliveries" USING btree ("campaignId") WHERE "deliveries"."openedAt" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_machine_opened" ON "deliveries" USING btree ("campaignId") WHERE "deliveries"."machineOpenedAt" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_clicked" ON "deliveries" USING btree ("campaignId") WHERE "deliveries"."clickedAt" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_clicked_lead" ON "deliveries" USING btree ("ownerId","leadId") WHERE "deliveries"."clickedAt" is not null;--> statement-breakpoint
CREATE INDEX "images_owner" ON "images" USING btree ("ownerId","id");--> statement-breakpoint
CREATE UNIQUE INDEX "images_file" ON "images" USING btree ("fileName");--> statement-breakpoint
CREATE INDEX "import_changes_owner" ON "importChanges" USING btree ("ownerId","importId");--> statement-breakpoint
CREATE INDEX "imports_owner" ON "imports" USING btree ("ownerId","id");--> statement-breakpoint
CREATE INDEX "imports_state" ON "imports" USING btree ("state","createdAt");--> statement-breakpoint
CREATE UNIQUE INDEX "leads_owner_email" ON "leads" USING btree ("ownerId","email");--> statement-breakpoint
CREATE INDEX "leads_owner_id" ON "leads" USING btree ("ownerId","id");--> statement-breakpoint
CREATE INDEX "leads_owner_search" ON "leads" USING btree ("ownerId","searchText","id");--> statement-breakpoint
CREATE INDEX "leads_owner_last_name" ON "leads" USING btree ("ownerId",lower("lastName"),"id");--> statement-breakpoint
CREATE INDEX "leads_owner_phone" ON "leads" USING btree ("ownerId","phone","id");--> statement-breakpoint
CREATE INDEX "leads_owner_optout" ON "leads" USING btree ("ownerId","optout","id");--> statement-breakpoint
CREATE INDEX "leads_owner_sent" ON "leads" USING btree ("ownerId","emailCount","id");--> statement-breakpoint
CREATE INDEX "leads_owner_opened" ON "leads" USING btree ("ownerId","openedCount","id");--> statement-breakpoint
CREATE INDEX "links_campaign" ON "links" USING btree ("campaignId","position");--> statement-breakpoint
CREATE INDEX "memberships_lead" ON "memberships" USING btree ("leadId","collectionId");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "passwordResets" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "sandbox_mails_owner" ON "sandboxMails" USING btree ("ownerId","id");--> statement-breakpoint
CREATE INDEX "saved_rows_owner" ON "savedRows" USING btree ("ownerId","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "template_versions_owner" ON "templateVersions" USING btree ("ownerId","replacedAt");--> statement-breakpoint
CREATE INDEX "template_versions_time" ON "templateVersions" USING btree ("replacedAt");--> statement-breakpoint
CREATE INDEX "template_versions_summary" ON "templateVersions" USING btree ("templateId","version","name","savedAt");--> statement-breakpoint
CREATE INDEX "templates_owner" ON "templates" USING btree ("ownerId","id");--> statement-breakpoint
CREATE INDEX "templates_public" ON "templates" USING btree ("public","id");--> statement-breakpoint
CREATE INDEX "templates_summary" ON "templates" USING btree ("public","ownerId","id","name","hasHtml","version","createdAt","updatedAt");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_google_subject" ON "users" USING btree ("googleSubject");