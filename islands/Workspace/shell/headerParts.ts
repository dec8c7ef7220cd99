/** The ids by which the island knows what the page drew in the header for it. */
export const headerParts = {
  skip: "skip-link",
  finder: "finder",
  person: "person-button",
  menuPlace: "person-menu-place",
} as const;
