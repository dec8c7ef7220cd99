-- What a person owned belongs to a workspace now; their own has their id, so what is stored stays as it is.
ALTER TABLE "campaignContents" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "campaignCounts" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "campaigns" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "clicks" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "collections" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "credentials" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "deletedLeads" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "deletedMemberships" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "deletedTemplates" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "importChanges" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "imports" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "knownDevices" RENAME COLUMN "ownerId" TO "userId";
--> statement-breakpoint
ALTER TABLE "knownDevices" RENAME CONSTRAINT "knownDevices_ownerId_device_pk" TO "knownDevices_userId_device_pk";
--> statement-breakpoint
ALTER TABLE "leadCounts" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "leads" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "links" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "oauthStates" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "preferences" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "sandboxMails" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "savedRows" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "suppressions" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "suppressions" RENAME CONSTRAINT "suppressions_ownerId_emailHash_pk" TO "suppressions_workspaceId_emailHash_pk";
--> statement-breakpoint
ALTER TABLE "templateVersions" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
ALTER TABLE "templates" RENAME COLUMN "ownerId" TO "workspaceId";
--> statement-breakpoint
-- Renaming a column leaves the text of a function as it was.
CREATE OR REPLACE FUNCTION "countCampaign"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'INSERT' THEN
      INSERT INTO "campaignCounts" ("campaignId", "workspaceId") VALUES (NEW."id", NEW."workspaceId");
    ELSE
      DELETE FROM "campaignCounts" WHERE "campaignId" = OLD."id";
    END IF; RETURN NULL; END $$;
