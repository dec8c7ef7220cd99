/** What a mail is made from could not be read just now: nothing of it has left, and nothing is wrong with it. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";
}
