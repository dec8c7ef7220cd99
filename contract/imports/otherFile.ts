/**
 * Which file that is no sheet a name ends like, for other programs export such ones too: an archive of several files, or
 * an address book as vCard (RFC 6350) or LDIF (RFC 2849). Null for any other name.
 */
export function otherFile(name: string): "file_is_archive" | "file_is_address_book" | null {
  if (/\.(zip|gz|tgz|rar|7z)$/i.test(name)) return "file_is_archive";
  return /\.(vcf|vcard|ldif?)$/i.test(name) ? "file_is_address_book" : null;
}

/** Whether a text begins as an address book does, whatever its file is called. */
export function isAddressBook(text: string): boolean {
  return /^\s*(?:BEGIN:VCARD\s*$|dn::? |version: 1\s*$)/im.test(text.slice(0, 200));
}
