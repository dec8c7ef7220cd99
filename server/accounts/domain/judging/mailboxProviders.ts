/** Whose domain is everybody's mailbox: its owner keeps the records, and only the owner's servers may send from it. */
const owners: readonly { owner: string; domains: RegExp; hosts: RegExp }[] = [
  { owner: "Google", domains: /^(gmail|googlemail)\.com$/, hosts: /(^|\.)(gmail|google|googlemail)\.com$/ },
  {
    owner: "Microsoft",
    domains: /^(outlook|hotmail|live|msn|passport)\.(com|[a-z]{2}|com?\.[a-z]{2})$/,
    hosts: /(^|\.)(outlook|office365|office|live|hotmail)\.com$/,
  },
  {
    owner: "Yahoo",
    domains: /^((yahoo|myyahoo)\.(com|[a-z]{2}|com?\.[a-z]{2})|(ymail|rocketmail|aol|aim)\.com)$/,
    hosts: /(^|\.)(yahoo|aol|yahoodns)\.(com|net)$/,
  },
  { owner: "Apple", domains: /^(icloud|me|mac)\.com$/, hosts: /(^|\.)(me|icloud|apple)\.com$/ },
  { owner: "GMX", domains: /^gmx\.(net|de|at|ch|com|us|co\.uk|fr|es)$/, hosts: /(^|\.)gmx\.(net|com)$/ },
  { owner: "WEB.DE", domains: /^web\.de$/, hosts: /(^|\.)web\.de$/ },
  { owner: "Telekom", domains: /^(t-online|magenta)\.de$/, hosts: /(^|\.)t-online\.de$/ },
  {
    owner: "Proton",
    domains: /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/,
    hosts: /(^|\.)(protonmail\.ch|proton\.me)$/,
  },
  { owner: "Mail.ru", domains: /^(mail|bk|list|inbox)\.ru$/, hosts: /(^|\.)mail\.ru$/ },
  { owner: "Yandex", domains: /^(yandex\.(ru|com|by|kz|ua)|ya\.ru)$/, hosts: /(^|\.)yandex\.(ru|com|net)$/ },
];

/** Whose mailboxes a domain's are; null for one that a business has registered. */
export function mailboxOwner(domain: string): string | null {
  return owners.find((one) => one.domains.test(domain))?.owner ?? null;
}

/** Whether a server is its owner's. */
export function isOwnersServer(domain: string, host: string): boolean {
  return owners.some((one) => one.domains.test(domain) && one.hosts.test(host));
}
