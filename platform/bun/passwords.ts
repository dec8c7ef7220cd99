import type { HashPassword, VerifyPassword } from "../passwords.ts";

export const hashPassword: HashPassword = (password, { memoryKib, passes }) =>
  Bun.password.hash(password, { algorithm: "argon2id", memoryCost: memoryKib, timeCost: passes });

export const verifyPassword: VerifyPassword = (password, storedHash) =>
  Bun.password.verify(password, storedHash);
