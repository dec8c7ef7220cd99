/** What an argon2id hash costs whoever makes one. */
export type HashCosts = { memoryKib: number; passes: number };

/** Argon2id in PHC form, `$argon2id$v=19$m=…,t=…,p=1$…`: what one runtime wrote the other one reads. */
export type HashPassword = (password: string, costs: HashCosts) => Promise<string>;

/** Rejects for a hash that cannot be read. */
export type VerifyPassword = (password: string, storedHash: string) => Promise<boolean>;
