/** What a lane sends along with every write: the write is refused once another sender has had the account. */
export type LeaseTicket = { credentialId: string; lease: number };
