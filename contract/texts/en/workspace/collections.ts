import { amount } from "../../../sentences/en/words.ts";
import type { Parts } from "../../language.ts";

/** What is said of collections. */
export const collection = {
  addTo: "Add to the collection",
  collection: "Collection",
  makeNew: "A new collection…",
  newName: "Name of the new collection",
  all: "All",
  title: "Collections",
  add: "Add a collection",
  change: (name: string) => `Change ${name}`,
  menu: {
    rename: "Rename…",
    merge: "Merge into…",
    delete: "Delete…",
  },
  form: {
    add: "Add collection",
    save: "Save name",
    name: "Name",
    nameHint: "Kept in lower case.",
    required: "Please enter a collection name",
  },
  cancel: "Cancel",
  delete: "Delete",
  askDelete: <N>({ collection, count }: { collection: N; count: number }): Parts<N> => [
    "Delete the collection ",
    collection,
    `? Its ${amount(count, "lead")} stay under All.`,
  ],
  merge: {
    word: "Merge",
    label: (name: string) => `Move the leads of ${name} into`,
    hint: (name: string) => `${name} is deleted afterwards. Leads that are in both are there once.`,
  },
  into: "Into the collection",
  intoNone: "None in particular",
};
