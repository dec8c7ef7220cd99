-- Its trigger runs for each row, and finds that row's mail by its id.
SELECT 1;
