/**
 * What is shown can do nothing but show: no script, no form, no frame, no origin. Mails are made of inline styles,
 * which the workspace's own policy forbids, so a preview must be a document of its own; an embedded one would
 * inherit that policy.
 */
export const previewPolicy =
  "default-src 'none'; img-src 'self' https: data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox";
