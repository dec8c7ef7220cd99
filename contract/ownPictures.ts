/** The path at which this installation serves a picture that was uploaded to it; nobody can guess one. */
const path = "/images/[0-9a-f]{32}\\.(?:png|jpg|gif|webp)";
const wholePath = new RegExp(`^${path}$`);
/** Where a mail's HTML and styles name addresses. */
const named = new RegExp(
  `((?:\\s(?:src|href|background|poster)\\s{0,9}=|\\burl\\()\\s{0,9}(?:["']|&quot;|&#39;)?\\s{0,9})(?=${path}(?:["'\\s)>&]|$))`,
  "gi",
);

/** Whether an address is such a path, which mails are sent with the installation's own address before it. */
export function isOwnPicture(address: string): boolean {
  return wholePath.test(address);
}

/** A mail's HTML with the installation's own address before each path of a picture of its own, as a mail has no place of its own. */
export function withWholePictures(html: string, site: string): string {
  return html.includes("/images/") ? html.replace(named, (before) => before + site) : html;
}
