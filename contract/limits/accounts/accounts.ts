export const credentialLimits = { perUser: 50 } as const;
