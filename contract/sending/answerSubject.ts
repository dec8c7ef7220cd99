/** A subject as an answer has it: "Re: " before it, once. */
export function answerSubject(subject: string): string {
  return /^\s*re\s*:/i.test(subject) ? subject : `Re: ${subject}`;
}
