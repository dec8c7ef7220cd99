/** Thrown when the data that a mail is composed from cannot be read at the moment. Nothing of the mail has been sent. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";
}
