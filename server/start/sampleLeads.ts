// Nothing below .example is ever anybody's (RFC 2606), so no account can reach them; the sandbox takes every address.
const domain = "harbour-studio.example";

/** Who comes with the sample data. */
export const sampleLeads: readonly { firstName: string; lastName: string; email: string }[] = [
  { firstName: "Mara", lastName: "Lindqvist", email: `mara@${domain}` },
  { firstName: "Tomás", lastName: "Herrera", email: `tomas@${domain}` },
  { firstName: "Aiko", lastName: "Tanabe", email: `aiko@${domain}` },
  { firstName: "Callum", lastName: "Fraser", email: `callum@${domain}` },
  { firstName: "Priya", lastName: "Raghunathan", email: `priya@${domain}` },
  { firstName: "Freya", lastName: "Johansen", email: `freya@${domain}` },
];
