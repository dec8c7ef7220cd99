CREATE TABLE "knownDevices" (
	"ownerId" text NOT NULL,
	"device" text NOT NULL,
	"lastSignInAt" bigint NOT NULL,
	CONSTRAINT "knownDevices_ownerId_device_pk" PRIMARY KEY("ownerId","device")
);
--> statement-breakpoint
-- Whoever is signed in somewhere is not told of that device as a new one.
INSERT INTO "knownDevices" ("ownerId", "device", "lastSignInAt") SELECT "userId", "device", max("createdAt") FROM "sessions" GROUP BY "userId", "device";
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "rejectedOptouts" bigint DEFAULT 0 NOT NULL;
