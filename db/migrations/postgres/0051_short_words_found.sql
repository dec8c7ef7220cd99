-- Only SQLite has an index of its own for searches.
SELECT 1;
