import { expect, test } from "bun:test";
import { addressesIn } from "../../../contract/imports/addressesIn.ts";
import { guessColumns } from "../../../contract/imports/guessColumns.ts";
import { saysLeavers } from "../../../contract/imports/saysLeavers.ts";
import { readStatus } from "../../../contract/imports/statusWords.ts";

/** The headings of other programs' exports, and which of them hold first name, last name, address, phone and who left. */
const exports: Record<string, { headings: string; is: [string, string, string, string, string] }> = {
  Mailchimp: {
    headings:
      "Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,TIMEZONE,CC,REGION,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,LAST_CHANGED,LEID,EUID,NOTES,TAGS",
    is: ["First Name", "Last Name", "Email Address", "Phone Number", "UNSUB_TIME"],
  },
  "Mailchimp's cleaned addresses": {
    headings:
      "Email Address,First Name,Last Name,MEMBER_RATING,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,TAGS",
    is: ["First Name", "Last Name", "Email Address", "", "CLEAN_TIME"],
  },
  Brevo: {
    headings:
      "CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,EXT_ID,EMAIL_BLACKLISTED,SMS_BLACKLISTED,ADDED_TIME,MODIFIED_TIME",
    is: ["FIRSTNAME", "LASTNAME", "EMAIL", "SMS", "EMAIL_BLACKLISTED"],
  },
  "Brevo in French": {
    headings: "EMAIL,PRENOM,NOM,SMS,EMAIL_BLACKLIST",
    is: ["PRENOM", "NOM", "EMAIL", "SMS", "EMAIL_BLACKLIST"],
  },
  HubSpot: {
    headings:
      "Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Unsubscribed from all email,Email hard bounce reason,Marketing emails bounced",
    is: [
      "First Name",
      "Last Name",
      "Email",
      "Phone Number",
      "Unsubscribed from all email|Email hard bounce reason",
    ],
  },
  "HubSpot's opt-outs": {
    headings: "Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce",
    is: ["", "", "Email", "", "Portal Bounce|Portal Unsubscribe|Portal Spam Report|Global Bounce"],
  },
  Klaviyo: {
    headings: "Email,Klaviyo ID,First Name,Last Name,Organization,Phone Number,Email Suppressions",
    is: ["First Name", "Last Name", "Email", "Phone Number", "Email Suppressions"],
  },
  "Google Contacts": {
    headings:
      "First Name,Middle Name,Last Name,Name Prefix,File As,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value",
    is: ["First Name", "Last Name", "E-mail 1 - Value", "Phone 1 - Value", ""],
  },
  "Google Contacts of earlier years": {
    headings: "Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Value",
    is: ["Given Name|Name", "Family Name", "E-mail 1 - Value", "Phone 1 - Value", ""],
  },
  Outlook: {
    headings: "First Name,Last Name,E-mail Address,E-mail Type,E-mail 2 Address,Business Phone,Mobile Phone",
    is: ["First Name", "Last Name", "E-mail Address", "Mobile Phone", ""],
  },
  "Outlook in German": {
    headings: "Anrede,Vorname,Nachname,Firma,E-Mail-Adresse,Mobiltelefon",
    is: ["Vorname", "Nachname", "E-Mail-Adresse", "Mobiltelefon", ""],
  },
  Thunderbird: {
    headings: "First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Mobile Number",
    is: ["First Name", "Last Name", "Primary Email", "Mobile Number", ""],
  },
  Salesforce: {
    headings:
      "First Name,Last Name,Email,Phone,Email Opt Out,Fax Opt Out,Email Bounced Reason,Email Bounced Date",
    is: [
      "First Name",
      "Last Name",
      "Email",
      "Phone",
      "Email Opt Out|Email Bounced Reason|Email Bounced Date",
    ],
  },
  Pipedrive: {
    headings: "Person - Name,Person - Email - Work,Person - Phone - Work,Person - Organization",
    is: ["Person - Name", "", "Person - Email - Work", "Person - Phone - Work", ""],
  },
  WooCommerce: {
    headings: "Name,Username,Last Active,Email,Orders,Total Spend",
    is: ["Name", "", "Email", "", ""],
  },
  listmonk: {
    headings: "uuid,email,name,attributes,status,created_at,updated_at",
    is: ["name", "", "email", "", ""],
  },
  MailerLite: {
    headings: "Subscriber,Name,Last name,Sent,Opens,Clicks,Subscribed,Location",
    is: ["Name", "Last name", "Subscriber", "", ""],
  },
  CleverReach: {
    headings: "email,registered,activated,deactivated,bounced,source,vorname,nachname",
    is: ["vorname", "nachname", "email", "", "deactivated|bounced"],
  },
  Substack: {
    headings: "Email,Name,Stripe plan,Email disabled,Activity",
    is: ["Name", "", "Email", "", "Email disabled"],
  },
  Mautic: {
    headings: "firstname,lastname,email,dnc_email",
    is: ["firstname", "lastname", "email", "", "dnc_email"],
  },
  Mailjet: {
    headings: "email,firstname,isunsub,isexcludedfromcampaigns",
    is: ["firstname", "", "email", "", "isunsub|isexcludedfromcampaigns"],
  },
  "a German list": {
    headings: "Name;Vorname;E-Mail;Handy;Abgemeldet am".replaceAll(";", ","),
    is: ["Vorname", "Name", "E-Mail", "Handy", "Abgemeldet am"],
  },
  "a French list": {
    headings: "Nom,Adresse de messagerie",
    is: ["Nom", "", "Adresse de messagerie", "", ""],
  },
  "a list with a company": {
    headings: "Vorname,Nachname,E-Mail,Company",
    is: ["Vorname|Company", "Nachname", "E-Mail", "", ""],
  },
  "a Spanish list": {
    headings: "Nombre,Apellidos,Correo electrónico,Móvil",
    is: ["Nombre", "Apellidos", "Correo electrónico", "Móvil", ""],
  },
  "an Italian list": {
    headings: "Nome,Cognome,Indirizzo e-mail,Cellulare",
    is: ["Nome", "Cognome", "Indirizzo e-mail", "Cellulare", ""],
  },
  "a Portuguese list": {
    headings: "Nome,Sobrenome,E-mail,Celular",
    is: ["Nome", "Sobrenome", "E-mail", "Celular", ""],
  },
  "a Dutch list": {
    headings: "Voornaam,Achternaam,E-mailadres,Telefoonnummer",
    is: ["Voornaam", "Achternaam", "E-mailadres", "Telefoonnummer", ""],
  },
  "a Polish list": {
    headings: "Imię,Nazwisko,Adres e-mail,Numer telefonu",
    is: ["Imię", "Nazwisko", "Adres e-mail", "Numer telefonu", ""],
  },
  "a Turkish list": { headings: "Ad,Soyad,E-posta,Telefon", is: ["Ad", "Soyad", "E-posta", "Telefon", ""] },
  "a Japanese list": {
    headings: "姓,名,メールアドレス,電話番号",
    is: ["名", "姓", "メールアドレス", "電話番号", ""],
  },
  "a Japanese list of whole names": { headings: "氏名,メール", is: ["氏名", "", "メール", "", ""] },
};

test.each(Object.entries(exports))("the columns of %s are known by themselves", (_, { headings, is }) => {
  const guess = guessColumns(headings.split(","));
  const { firstName, lastName, email, phone, unsubscribed } = guess;
  expect([firstName, lastName, email, phone, unsubscribed].map((names) => names.join("|"))).toEqual(is);
  expect(guess.subscribed).toEqual([]);
});

test("a no to short messages, calls or faxes is none to mails", () => {
  const headings = [
    "SMS_BLACKLISTED",
    "Fax Opt Out",
    "Phone opt-out",
    "WhatsApp unsubscribed",
    "SMS Marketing Consent",
  ];
  expect(guessColumns(headings, { leaving: headings }).unsubscribed).toEqual([]);
  expect(guessColumns(["Opt-out of mail and phone"]).unsubscribed).toEqual(["Opt-out of mail and phone"]);
});

test("how often or why somebody bounced is no column of who did, but for the reasons of those who did", () => {
  const others = [
    "Marketing emails bounced",
    "Bounce count",
    "Bounce rate",
    "Complaint",
    "Data cleaned",
    "Unsubscribe reason",
  ];
  expect(
    guessColumns([...others, "Hard bounced", "Bounced", "Email hard bounce reason"]).unsubscribed,
  ).toEqual(["Hard bounced", "Bounced", "Email hard bounce reason"]);
});

test("words of a status mean the same whichever program wrote them", () => {
  const staying = [
    "active",
    "Enabled",
    "confirmed",
    "SUBSCRIBED",
    "EMAIL_OPENED",
    "Implied",
    "aktiv",
    "actif",
  ];
  const leaving = [
    "cleaned",
    "unreachable",
    "blocklisted",
    "bounced",
    "HARD_BOUNCE",
    "NEVER_SUBSCRIBED",
    "not_subscribed",
    "Non-subscribed",
    "unconfirmed",
    "Awaiting confirmation",
    "No Permissions Set",
    "USER_SUPPRESSED",
    "disabled",
    "pending",
    "junk",
    "archived",
    "Unsubscribed",
    "Abgemeldet",
    "no_consent",
    "inactive",
    "Cancelled",
    "needs_attention",
    "Marked as spam",
  ];
  for (const text of staying) expect({ text, is: readStatus(text) }).toEqual({ text, is: "no" });
  for (const text of leaving) expect({ text, is: readStatus(text) }).toEqual({ text, is: "yes" });
  for (const text of ["", "VIP", "new", `x${"y".repeat(200)}`])
    expect({ text, is: readStatus(text) }).toEqual({ text, is: "unread" });
});

test("the name of a file tells that its people left", () => {
  const leavers = [
    "unsubscribed_email_audience_export_1a2b3c.csv",
    "cleaned_email_audience_export_1a2b3c.csv",
    "nonsubscribed_email_audience_export_1a2b3c.csv",
    "Non-subscribed members.csv",
    "suppression_bounces.csv",
    "bounces.xlsx",
    "blocklist.csv",
    "Newsletter-Abmeldungen 2024.csv",
    "Do not mail.csv",
    "spam-reports.csv",
    "MailerLite unconfirmed.csv",
    "cancelled_subscribers.csv",
    "Deaktivierte Empfänger.csv",
    "Sperrliste.xlsx",
  ];
  const others = [
    "subscribed_email_audience_export_1a2b3c.csv",
    "leads.csv",
    "Clean energy.csv",
    "invalid rows.csv",
    "announcement.csv",
    "cancelled orders.csv",
  ];
  expect([...leavers, ...others].filter(saysLeavers)).toEqual(leavers);
});

test("an address is read out of what address books and mail programs write around it", () => {
  const is = {
    "ann@in.test": ["ann@in.test"],
    "Ann Lee <ann@in.test>": ["ann@in.test"],
    '"Lee, Ann" <ann@in.test>': ["ann@in.test"],
    "mailto:ann@in.test": ["ann@in.test"],
    "Ann Lee (ann@in.test)": ["ann@in.test"],
    "Ann Lee [mailto:ann@in.test]": ["ann@in.test"],
    "ann@in.test (at work)": ["ann@in.test"],
    "ann@in.test (lee@in.test)": ["ann@in.test (lee@in.test)"],
    "Ann (Lee)": ["Ann (Lee)"],
    "ann@in.test ::: lee@in.test": ["ann@in.test", "lee@in.test"],
    "ann@in.test; Lee <lee@in.test>;": ["ann@in.test", "lee@in.test"],
    "ann@in.test, ann@in.test": ["ann@in.test"],
    "ann@in.test, or by phone": ["ann@in.test, or by phone"],
    "ann at in.test": ["ann at in.test"],
    ";;": [";;"],
  };
  for (const [cell, addresses] of Object.entries(is))
    expect({ cell, is: addressesIn(cell) }).toEqual({ cell, is: addresses });
});
