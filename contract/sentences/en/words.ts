const numbers = new Intl.NumberFormat("en");
const plurals = new Intl.PluralRules("en");

/** "1,200": as English groups digits. */
export function grouped(number: number): string {
  return numbers.format(number);
}

/** "1 lead", "1,200 leads". */
export function amount(count: number, one: string, other = `${one}s`): string {
  return `${grouped(count)} ${plurals.select(count) === "one" ? one : other}`;
}

/** How long somebody waits who asked too often. */
export function againIn(minutes: number): string {
  return `Please try again in ${minutes <= 1 ? "a minute" : `${minutes} minutes`}.`;
}
