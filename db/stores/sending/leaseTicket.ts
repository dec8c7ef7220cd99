/** What a lane names with everything that it writes: it is refused once somebody else has had the account. */
export type LeaseTicket = { credentialId: string; lease: number };
