-- The same as before, but that mails are looked up by their ids: in a join, of which it knows nothing yet, PostgreSQL read all mails that
-- were ever sent for each few hundred that were counted.
CREATE OR REPLACE FUNCTION "keepLastMails"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "leadMails" ("workspaceId", "leadId", "lastSentAt")
    SELECT "workspaceId", "leadId", max("sentAt") FROM "deliveries"
    WHERE "id" = ANY(ARRAY(SELECT "deliveryId" FROM "gone")) AND coalesce("sentAt", 0) > 0 AND "leadId" <> "id"
    GROUP BY "workspaceId", "leadId" ORDER BY "workspaceId", "leadId"
    ON CONFLICT ("workspaceId", "leadId") DO UPDATE SET "lastSentAt" = excluded."lastSentAt"
    WHERE excluded."lastSentAt" > "leadMails"."lastSentAt";
  RETURN NULL; END $$;
