-- A campaign's mails are found by its own indexes, and put in order.
SELECT 1;
