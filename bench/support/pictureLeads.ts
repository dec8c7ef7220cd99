import type { SmtpScript } from "../../tests/support/smtp/scriptedSmtp.ts";

/** People to whom everything happens that can, so that one small campaign shows every outcome. */
export const pictureLeads = [
  ["Mara", "Lindqvist", "mara.lindqvist@example.com", false],
  ["Victor", "Hale", "victor.hale@example.com", false],
  ["Ola", "Berg", "ola.berg@example.org", false],
  ["Leila", "Haddad", "leila.haddad@example.net", true],
  ["Ruth", "Okafor", "ruth.okafor@example.net", false],
  ["Aiko", "Tanabe", "aiko.tanabe@example.net", false],
  ["Jonas", "Brandt", "jonas.brandt@example.com", false],
].map(([firstName, lastName, email, optout]) => ({
  firstName: String(firstName),
  lastName: String(lastName),
  email: String(email),
  optout: optout === true,
  collection: ["opening"],
}));

/** What the mail server says about them, in the words of real ones. */
export const pictureReplies: Pick<SmtpScript, "rcpt" | "dot"> = {
  rcpt: ({ recipient }) => {
    if (recipient.startsWith("victor.hale")) return "550 5.1.1 No such user here";
    return recipient.startsWith("ruth.okafor") ? "452 4.2.2 Mailbox full" : null;
  },
  dot: ({ recipient }) => (recipient.startsWith("ola.berg") ? "drop" : null),
};

/** A sheet as people really have them: a blank name, a broken address, a line twice. Another each time it is asked for. */
export const pictureSheet = (name: string): string => `First Name,Last Name,Email,Phone
Nadia,Petrova,nadia.${name}@example.com,+359 2 555 0144
Emeka,Obi,emeka.${name}@example.org,
Louise,Martin,louise.${name}@example.net,+33 4 55 50 01 77
Kenji,Mori,kenji.${name}@example.com,
,Svensson,svensson@example.org,+46 31 555 0120
Paula,Reyes,paula.reyes(at)example.com,+34 93 555 0155
Nadia,Petrova,nadia.${name}@example.com,
Ian,Walsh,ian.walsh@example,+353 21 555 0162
Greta,Holm,greta.${name}@example.org,+45 33 55 01 90
`;
