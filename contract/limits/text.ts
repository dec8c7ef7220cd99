export const textLimits = {
  /** Characters of a text that is read as a yes or a no; a longer one says something else. */
  optoutMax: 80,
  nameMin: 2,
  nameMax: 20,
  passwordMin: 8,
  /** Longer passwords only cost hashing time; the bound stops a 1 MB password before argon2 sees it. */
  passwordMax: 256,
  /** RFC 5321 section 4.5.3.1: 64 for the local part, 255 for the domain, 254 for the whole path. */
  emailLocalMax: 64,
  emailMax: 254,
  leadNameMax: 200,
  phoneMax: 50,
  collectionNameMax: 60,
  templateNameMax: 120,
  folderNameMax: 60,
  subjectMax: 500,
  aliasMax: 320,
  displayNameMax: 100,
  appPasswordMax: 512,
  hostMax: 253,
  /** The highest port of TCP (RFC 9293, section 3.1). */
  portMax: 65_535,
  searchMax: 200,
  idMax: 64,
  tokenMax: 256,
  /** A header that the browser sends along; servers take 8 to 16 kB of headers in all. */
  authorizationMax: 4_096,
  reasonMax: 500,
} as const;
