/** What somebody is signed in with. */
export const device = {
  browserOn: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  program: (name: string) => `A program (${name})`,
  unknown: "An unknown device",
};
