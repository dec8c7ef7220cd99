-- Whoever is signed in somewhere is not told of that device as a new one. A step 0010 that did not see to it was shipped once.
INSERT INTO `knownDevices` (`userId`, `device`, `lastSignInAt`) SELECT `userId`, `device`, max(`createdAt`) FROM `sessions` WHERE true GROUP BY `userId`, `device` ON CONFLICT DO NOTHING;
