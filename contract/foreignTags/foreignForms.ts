/**
 * How fields and links are written in the mails of other products. Each pattern is tried where its first signs stand and
 * looks at a bounded number of characters, so that a stranger's mail takes no longer than its length. The first group is
 * what is asked for, the second what is to be said where there is nothing.
 */
export type ForeignForm = {
  /** Null where several products write it so. */
  product: string | null;
  pattern: RegExp;
  /** What stands behind a bar is said where there is nothing; elsewhere it is a filter, such as default:'there'. */
  hasPlainFallback?: boolean;
  /** It is a field only where a field of the workspace's own is called so: it might be any other text as well. */
  isOwnAlone?: boolean;
};

export const foreignForms: readonly ForeignForm[] = [
  { product: "Mailchimp", pattern: /\*\|([^|*\n]{1,120})\|\*/y },
  {
    product: "listmonk",
    pattern: /\{\{-?\s{0,9}(TrackLink\s{1,9}["`][^"`{}]{1,500}["`]\s{0,9}\.)\s{0,9}\}\}/y,
  },
  {
    product: "listmonk",
    pattern:
      /\{\{-?\s{0,9}((?:\.Subscriber\.|TrackView|UnsubscribeURL|MessageURL|OptinURL)[^{}]{0,120})\}\}/y,
  },
  { product: "listmonk", pattern: /(@TrackLink)(?=["'])/y },
  // Brevo, HubSpot, Klaviyo, Keila, SendGrid, Mailjet and sheets that are merged.
  { product: null, pattern: /\{\{\{?([^{}]{1,200})\}\}\}?/y },
  { product: null, pattern: /\{%([^{}%]{1,200})%\}/y },
  { product: "MailerLite", pattern: /\{\$([A-Za-z]\w{0,60}(?:\|[^{}]{0,80})?)\}/y },
  // Constant Contact, GetResponse and Mailjet.
  { product: null, pattern: /\[\[([A-Za-z][^[\]\n]{0,80})\]\]/y },
  { product: "SendGrid", pattern: /<%([^<>%]{1,120})%>/y },
  { product: "SendGrid", pattern: /\[%([^[\]%\n]{1,120})%\]/y, hasPlainFallback: true },
  { product: "Sendy", pattern: /\[([A-Za-z][^[\],\n]{0,60}),fallback=([^\]\n]{0,80})\]/y },
  { product: "Sendy", pattern: /\[(unsubscribe|webversion|Name|Email)\]/y },
  { product: "Sendy", pattern: /<(\/?(?:unsubscribe|webversion))>/y },
  // Marketing Cloud and Pardot.
  { product: null, pattern: /%%([A-Za-z][\w .-]{1,60})%%/y },
  {
    product: "ActiveCampaign",
    pattern:
      /%(FIRSTNAME|LASTNAME|FULLNAME|EMAIL|PHONE|UNSUBSCRIBELINK|WEBCOPY|UPDATELINK|FORWARD2FRIEND|SENDER-INFO(?:-SINGLELINE)?|TODAY[+\-*\d]{0,6}|CONTACT_[A-Z_]{1,40}|PERS_[A-Z_]{1,40})%/y,
  },
  // One of somebody's own. What is percent-encoded has two characters, and these have three at least.
  { product: "ActiveCampaign", pattern: /%([A-Z][A-Z\d_]{2,60})%/y, isOwnAlone: true },
  {
    product: "GMass",
    pattern: /\{(FirstName|LastName|EmailAddress|auto-first)(?:\|([^{}\n]{0,80}))?\}/y,
  },
];

/** With what each form begins; where none of these stands, none of them can be. */
export const foreignBeginnings =
  /\*\||\{\{|\{%|\{\$|\[\[|\[%|<%|%%|%(?=[A-Z])|\[(?=[A-Za-z])|<(?=\/?(?:unsubscribe|webversion)>)|\{(?=[A-Za-z])|@(?=TrackLink)/g;

/** Before which names products say whose field it is; the lead's it is with all of these. */
export const ofTheLead =
  /^(?:\.?subscriber\.attribs|\.?subscriber|contact|person|recipient|user|customer|lead|data)[.:]/i;

type Ours = "firstName" | "lastName" | "email" | "phone" | "unsubscribeUrl";

const each = (ours: Ours, names: string) => names.split(" ").map((name) => [name, ours] as const);

/** What their names mean, without capitals and what stands between the words. */
export const ourNames: ReadonlyMap<string, Ours> = new Map<string, Ours>([
  ...each("firstName", "firstname fname first givenname vorname prenom autofirst name"),
  ...each("lastName", "lastname lname last surname familyname nachname nom"),
  ...each("email", "email emailaddress mail"),
  ...each("phone", "phone phonenumber mobile mobilephone sms"),
  ...each(
    "unsubscribeUrl",
    "unsub unsubscribe unsubscribelink unsubscribeurl unsubscribelinkall unsubscribeall optoutlink asmgroupunsubscriberawurl asmglobalunsubscriberawurl",
  ),
]);

/** What a link to unsubscribe says where it is written without words of its own. */
export const unsubscribeWord = "Unsubscribe";
