-- Lists turn pages in the order of ids. With a collation of its own, which sorts as the database's does: so this index alone has that order.
-- The primary key has it for the mails of all campaigns, and PostgreSQL would read those from their beginning until a page is full.
CREATE INDEX "deliveries_in_order" ON "deliveries" ("campaignId", "id" COLLATE "C");
