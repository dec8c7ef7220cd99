/**
 * What the starters invent, for somebody to put their own in its place: a starter takes each such word from here, so
 * that a mail which still has one can be told of.
 */
export const samples = {
  company: "Your company",
  street: "1 Your Street, Your Town",
  name: "Your name",
  issue: "ISSUE 12, MARCH",
  story: "How a small team answers everybody within a day",
  storyBegins: "Three people, four hundred questions a week.",
  meeting: "The ten-minute meeting",
  grown: "Grown, not bought",
  discount: "20 % off until Sunday",
  discountCode: "THANKS20",
  discountTerms: "Until Sunday at midnight, once for each customer.",
  eventTitle: "An evening at the harbour",
  eventDay: "Friday, 6 March",
  eventStreet: "4 Quay Street",
  eventSeats: "Sixty seats.",
  order: "ORDER 1042",
  bought: "Notebook, two pieces",
  address: "Your address",
  card: "Card ending in 1234",
  benefit: "What took an afternoon takes a minute",
  returns: "within 30 days",
  weekday: "FRIDAY",
  lastDay: "6 March",
  closing: "Registration closes in three days",
  speed: "Every page opens in half the time.",
  letterNews: "Next month we change how we work with you.",
  text: "Write what you want to say. One idea in a mail is enough.",
  label: "Say what happens next",
  blockText: "Write something here.",
  blockHtml: "Your own HTML",
} as const;

/** Where the buttons and links of the starters lead; nobody is there (RFC 2606). */
export const sampleAddress = "https://example.com";

/** What many a mail says in a sentence of its own: no sample but where it stands alone. */
const alone: ReadonlySet<string> = new Set([
  samples.company,
  samples.name,
  samples.address,
  samples.weekday,
  samples.lastDay,
]);

/** Which of these words some HTML still has. */
export function samplesIn(html: string): string[] {
  const pieces = html
    .replaceAll(/&nbsp;|&#160;/g, " ")
    .split(/<[^<>]*>/)
    .map((piece) => piece.replaceAll(/\s+/g, " ").trim());
  const words = pieces.join(" ");
  return Object.values(samples).filter((sample) =>
    alone.has(sample) ? pieces.includes(sample) : words.includes(sample),
  );
}

export function isSampleAddress(href: string): boolean {
  return /^https:\/\/example\.com\/?$/i.test(href.trim());
}
