/** One row of the demo's leads: first name, last name, address, phone, collections. */
type Row = readonly [string, string, string, string, readonly string[]];

const newsletter = "newsletter";
const customers = "customers";
const fair = "spring fair";

// Addresses at example.com, .net and .org reach nobody (RFC 2606), should the demo ever meet a real account.
const rows: readonly Row[] = [
  ["Mara", "Lindqvist", "mara.lindqvist@example.com", "+46 8 123 45 67", [newsletter, customers]],
  ["Tomás", "Herrera", "tomas@example.org", "+34 915 550 134", [newsletter]],
  ["Aiko", "Tanabe", "aiko.tanabe@example.net", "+81 3 5550 0182", [customers]],
  ["Oluwaseun", "Adeyemi", "seun.adeyemi@example.com", "+234 803 555 0147", [newsletter, fair]],
  ["Beatrix", "van Dijk", "bea@example.org", "+31 20 555 0163", [customers, fair]],
  ["Callum", "Fraser", "callum.fraser@example.com", "+44 131 496 0555", [newsletter]],
  ["Priya", "Raghunathan", "priya.r@example.net", "+91 22 5550 0119", [newsletter, customers]],
  ["Lucien", "Moreau", "lucien.moreau@example.org", "+33 1 55 50 01 28", [fair]],
  ["Hanna", "Kowalczyk", "hanna@example.com", "+48 22 555 01 71", [newsletter]],
  ["Diego", "Quispe", "diego.quispe@example.net", "+51 1 555 0192", [customers]],
  ["Freya", "Johansen", "freya.johansen@example.org", "+47 22 55 01 36", [newsletter, fair]],
  ["Marcus", "Webb", "marcus.webb@example.com", "+1 212 555 0108", [customers]],
  ["Leila", "Haddad", "leila.haddad@example.net", "+961 1 555 014", [newsletter]],
  ["Jonas", "Brandt", "jonas.brandt@example.com", "+49 30 5550 0155", [newsletter, customers]],
  ["Siobhán", "Byrne", "siobhan@example.org", "+353 1 555 0177", [fair]],
  ["Yusuf", "Demir", "yusuf.demir@example.com", "+90 212 555 01 23", [newsletter]],
  ["Chiara", "Bellini", "chiara.bellini@example.net", "+39 02 5550 0141", [customers, fair]],
  ["Noah", "Tremblay", "noah.tremblay@example.org", "+1 514 555 0166", [newsletter]],
  ["Wanjiru", "Kamau", "wanjiru@example.com", "+254 20 555 0131", [newsletter, customers]],
  ["Elif", "Aydın", "elif.aydin@example.net", "", [fair]],
  ["Sam", "O'Connell", "sam.oconnell@example.com", "+61 2 5550 0159", [newsletter]],
  // The sandbox refuses this one, so that the first campaign shows what a failure looks like.
  ["Victor", "Lane", "bounce.victor@example.com", "+1 415 555 0184", [fair]],
  ["Ingrid", "Solberg", "ingrid.solberg@example.org", "+47 55 55 01 98", [newsletter, customers]],
  ["Rafael", "Costa", "rafael.costa@example.net", "+351 21 555 0112", [newsletter]],
];

/** They have unsubscribed: a campaign to everybody leaves them out and says so. */
const optedOut = new Set(["leila.haddad@example.net", "rafael.costa@example.net"]);

export const demoCollections: readonly string[] = [newsletter, customers, fair];

/** The demo's leads as `POST /amplify/leads/bulk` takes them. */
export const demoLeads = rows.map(([firstName, lastName, email, phone, collection]) => ({
  firstName,
  lastName,
  email,
  phone,
  collection: [...collection],
  optout: optedOut.has(email),
}));
