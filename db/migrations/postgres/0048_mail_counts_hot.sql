-- Each mail changes a lead's count. While an index has that column, PostgreSQL writes all of a lead's indexes again with it, trigrams too: a
-- quarter of what a mail costs it. Without, a row changes where it is (a HOT update), if its page has room for as many as a campaign changes at once.
DROP INDEX "leads_owner_sent";--> statement-breakpoint
ALTER TABLE "leads" SET (fillfactor = 50);
