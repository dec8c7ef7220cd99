import type { DomainReasons, DomainRefusals } from "../../reasons/domains.ts";
import type { Sentences } from "../sentence.ts";

const percentOf = (percent: number) => `${percent.toFixed(2)} %`;

/** What was found at a sending domain, and what to do about it. */
export const domains: Sentences<DomainReasons & DomainRefusals> = {
  domain_key_unknown: () => "This key was not found",
  domain_keys_too_many: ({ max }) => `A domain has at most ${max} keys. Remove one that is not in use first.`,
  domain_key_unseen: ({ name }) =>
    `The DNS does not show this key at ${name} yet. Add the record; until it shows, mails are not signed with it.`,
  domain_key_silent: ({ name }) => `The DNS did not answer for ${name}. Please try again in a moment.`,
  domain_signed_elsewhere: () =>
    "Mails of this account are signed by its provider, so Amplify has no key for them.",

  domain_of_provider: ({ domain, owner }) =>
    `Nothing to do: ${domain} belongs to ${owner}, who keeps its records and signs your mails.`,
  domain_of_other: ({ domain, owner, host }) =>
    `${domain} belongs to ${owner}, and only ${owner}'s own servers may send from it. What ${host} sends in its name is treated as forged. Send from a domain of your own.`,
  domain_not_public: ({ domain }) =>
    `${domain} is not a name in the public DNS, so nobody outside can check it.`,

  aligned_both: ({ domain }) => `SPF and DKIM both vouch for ${domain}.`,
  aligned_spf: ({ domain }) =>
    `SPF vouches for ${domain}, DKIM does not. That is enough until somebody forwards the mail; Gmail and Yahoo ask bulk senders for both.`,
  aligned_dkim: ({ domain }) =>
    `DKIM vouches for ${domain}, SPF does not. That is enough to be believed; Gmail and Yahoo ask bulk senders for both.`,
  aligned_not: ({ domain, policy }) =>
    `Neither SPF nor DKIM vouches for ${domain}, so mails from it fail DMARC${policy === null || policy === "none" ? ", and Gmail and Yahoo refuse them from bulk senders" : `, and its policy asks receivers to ${policy} them`}.`,
  aligned_unsure: ({ domain }) =>
    `Whether SPF or DKIM vouches for ${domain} cannot be told from here. One of the two below settles it.`,

  spf_ok: ({ domain }) => `The record of ${domain} allows this account's server.`,
  spf_open: ({ domain }) =>
    `The record of ${domain} ends with “+all”, which lets the whole world send in your name. End it with “~all”.`,
  spf_missing: ({ domain }) => `${domain} has no SPF record. Add this one.`,
  spf_missing_unsure: ({ domain, host }) =>
    `${domain} has no SPF record, and only whoever runs ${host} knows what it has to allow. Look up the “include” in its help, and add a record of “v=spf1”, that part and “~all”.`,
  spf_several: ({ domain }) =>
    `${domain} has several SPF records, so none of them counts. Put all they allow into one.`,
  spf_broken: ({ domain, term }) =>
    `The SPF record of ${domain} cannot be read: “${term}” is not a valid part of one. Receivers ignore it.`,
  spf_lookups: ({ domain, max }) =>
    `The SPF record of ${domain} takes more than ${max} lookups, so receivers give up on it. Remove what no longer sends for you.`,
  spf_voids: ({ domain, max }) =>
    `The SPF record of ${domain} names more than ${max} hosts that do not exist, so receivers give up on it.`,
  spf_empty: ({ domain, target }) =>
    `The SPF record of ${domain} includes ${target}, which has none, so receivers give up on it. Remove that part.`,
  spf_lacks: ({ domain, who }) => `The SPF record of ${domain} does not allow ${who}. Change it to this.`,
  spf_unsure: ({ domain, host }) =>
    `${domain} has an SPF record. Only whoever runs ${host} knows whether it allows the addresses that mails go out from: its help names an “include” to add.`,

  dkim_ok: ({ name }) => `There is a key at ${name}.`,
  dkim_short: ({ name, bits }) =>
    `There is a key at ${name} of ${bits} bits. It is accepted, but 2,048 are recommended today.`,
  dkim_weak: ({ name, bits }) =>
    `The key at ${name} has ${bits} bits. Receivers ignore keys of fewer than 1,024: make a longer one.`,
  dkim_testing: ({ name }) =>
    `The key at ${name} says that it is being tested (t=y), so some receivers ignore it. Remove that part.`,
  dkim_revoked: ({ name }) => `The key at ${name} was revoked: its record is empty.`,
  dkim_broken: ({ name }) => `The record at ${name} is not a readable key.`,
  dkim_google_off: ({ name }) =>
    `There is no key at ${name}. In Google's Admin console open Apps, Google Workspace, Gmail, Authenticate email; make a key of 2,048 bits, add the record that it shows, and choose Start authentication.`,
  dkim_microsoft_off: ({ name }) =>
    `There is no key at ${name}. In Microsoft Defender open Email authentication settings, DKIM; choose the domain, add the two records that it shows, and switch signing on.`,
  dkim_unsure: ({ host }) =>
    `Nobody outside can know under which name ${host} signs, if it signs at all. If it does not sign as your domain, make a key here, and Amplify signs.`,
  dkim_own: ({ name }) => `Amplify signs these mails, with the key at ${name}.`,
  dkim_own_waits: ({ name }) =>
    `A key was made and does not sign yet. Once the record at ${name} shows, switch it on.`,
  dkim_own_lost: ({ name }) =>
    `Amplify signs these mails, but the key at ${name} is gone, so nobody can check them. Add the record again, or switch signing off.`,

  dmarc_ok: ({ policy, at }) => `${at} asks receivers to ${policy} what fails.`,
  dmarc_watches: ({ at }) =>
    `${at} has a policy that only watches (p=none), which is what Gmail and Yahoo ask for. Once its reports show nothing of yours that fails, “quarantine” protects your name.`,
  dmarc_missing: ({ domain }) =>
    `${domain} has no DMARC policy. Gmail and Yahoo ask bulk senders for one; this one only watches.`,
  dmarc_several: ({ at }) => `${at} has several DMARC policies, so none of them counts. Keep one.`,
  dmarc_broken: ({ at }) => `The DMARC policy of ${at} cannot be read. This is one that can.`,

  mx_ok: ({ domain, host }) => `Mail to ${domain} goes to ${host}, so replies and returned mails arrive.`,
  mx_missing: ({ domain }) =>
    `${domain} has no mail server, so replies and returned mails have nowhere to go, and some receivers refuse what comes from there. Add an MX record of whoever keeps your mailboxes.`,
  mx_implicit: ({ domain }) =>
    `${domain} has no MX record, so replies and returned mails go to the server at its own address, which is often a web server that takes no mail. Add an MX record of whoever keeps your mailboxes.`,
  mx_null: ({ domain }) =>
    `${domain} says that it takes no mail at all (its MX names no server). Receivers refuse what comes from there.`,

  transport_provider: () => "Mails travel encrypted; your provider sees to it.",
  transport_tls: ({ host }) =>
    `Amplify hands mails to ${host} encrypted. Whether they stay encrypted from there is up to ${host}.`,
  transport_plain: ({ host }) =>
    `Amplify hands mails to ${host} as they are, which is for relays in one's own network. Whether they are encrypted from there is up to ${host}.`,
  unsubscribe_done: () => "Every campaign carries an unsubscribe button for mail programs; Amplify adds it.",
  complaints_few: ({ count, mails }) =>
    `Of ${mails} mails in 30 days, ${count} were reported as spam. That is too few to tell a share.`,
  complaints_good: ({ percent }) =>
    `${percentOf(percent)} of what was sent in 30 days was reported as spam. Below 0.1 % is good.`,
  complaints_high: ({ percent }) =>
    `${percentOf(percent)} of what was sent in 30 days was reported as spam. Gmail and Yahoo ask for less than 0.1 %.`,
  complaints_bad: ({ percent }) =>
    `${percentOf(percent)} of what was sent in 30 days was reported as spam. At 0.3 % and above, Gmail and Yahoo reject mails: send only to people who asked for it.`,
  reverse_provider: () => "The addresses that mails come from have names; your provider sees to it.",
  reverse_relay: ({ host }) =>
    `The address that mails come from needs a name in the DNS (PTR) that leads back to it. That is up to ${host}.`,

  dns_silent: ({ name }) =>
    `The DNS did not answer for ${name}, so nothing is known. It will be asked again later.`,
  dns_off: () => "DNS queries are switched off on this installation.",
};
