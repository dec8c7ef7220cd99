-- Addresses get one spelling: the code of this step does it all.
SELECT 1;
