/** What is said of collections. */
export const collection = {
  all: "All",
  title: "Collections",
  yours: "Your collections",
  add: "Add a collection",
  more: (count: number) => `${count} more ${count === 1 ? "collection" : "collections"}`,
  change: (name: string) => `Change ${name}`,
  menu: {
    rename: "Rename…",
    merge: "Merge into…",
    delete: "Delete…",
  },
};
