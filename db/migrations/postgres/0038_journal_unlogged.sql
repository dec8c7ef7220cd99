-- What a sender notes of its mails is gone after a fall of the server, and then all that it had claimed is in doubt, as after a power loss. So a
-- mail that begins does not wait for the disk.
ALTER TABLE "mailJournal" SET UNLOGGED;
