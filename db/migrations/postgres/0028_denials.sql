CREATE TABLE "denials" (
	"workspaceId" text NOT NULL,
	"emailHash" text NOT NULL,
	"deniedAt" bigint NOT NULL,
	"how" text NOT NULL,
	CONSTRAINT "denials_workspaceId_emailHash_pk" PRIMARY KEY("workspaceId","emailHash")
);
