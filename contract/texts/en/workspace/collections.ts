/** What is said of collections. */
export const collection = {
  all: "All",
  title: "Collections",
  add: "Add a collection",
  change: (name: string) => `Change ${name}`,
  menu: {
    rename: "Rename…",
    merge: "Merge into…",
    delete: "Delete…",
  },
};
