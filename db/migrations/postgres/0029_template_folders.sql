CREATE TABLE "templateFolders" (
	"id" text PRIMARY KEY NOT NULL,
	"workspaceId" text NOT NULL,
	"name" text NOT NULL,
	"createdAt" bigint NOT NULL,
	"deletedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "templatePlaces" (
	"workspaceId" text NOT NULL,
	"templateId" text NOT NULL,
	"folderId" text,
	"usedAt" bigint,
	CONSTRAINT "templatePlaces_workspaceId_templateId_pk" PRIMARY KEY("workspaceId","templateId")
);
--> statement-breakpoint
CREATE INDEX "template_folders_owner" ON "templateFolders" USING btree ("workspaceId","id");