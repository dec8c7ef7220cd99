import { hash, verify } from "@node-rs/argon2";
import type { HashPassword, VerifyPassword } from "../passwords.ts";

/** The number by which the library knows argon2id; its own name for it is an enum that exists for the compiler alone. */
const argon2id = 2;

export const hashPassword: HashPassword = (password, { memoryKib, passes }) =>
  hash(password, { algorithm: argon2id, memoryCost: memoryKib, timeCost: passes, parallelism: 1 });

export const verifyPassword: VerifyPassword = (password, storedHash) => verify(storedHash, password);
