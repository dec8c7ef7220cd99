import { amount } from "../../../sentences/en/words.ts";
import type { Parts } from "../../language.ts";
import { exact } from "../exact.ts";

/** What the windows say in which a collection is chosen, made, changed or deleted. */
export const collectionForm = {
  addTo: "Add to the collection",
  collection: "Collection",
  makeNew: "A new collection…",
  newName: "Name of the new collection",
  form: {
    reserved: exact.collectionReserved,
    taken: exact.collectionTaken,
    add: "Add collection",
    save: "Save name",
    name: "Name",
    nameHint: "Kept in lower case.",
    required: "Please enter a collection name",
  },
  said: {
    added: (name: string) => `The collection “${name}” is added.`,
    renamed: (name: string) => `The collection is now called “${name}”.`,
    merged: ({ name, into }: { name: string; into: string }) => `“${name}” is now part of “${into}”.`,
    deleted: ({ name, count }: { name: string; count: number }) =>
      `The collection “${name}” is deleted.${count === 0 ? "" : " Its leads are still here."}`,
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
    hint: (name: string) =>
      `${name} is deleted afterwards. Leads that are in both appear once. Segments and campaigns that name it name the other one then; API keys kept to it do not.`,
    brokeOff: ({ why, name, into }: { why: string; name: string; into: string }) =>
      `${why} Some leads, or all, may be in “${into}” by now; the rest is still in “${name}”, and nobody is lost. Merge again to go on.`,
  },
  into: "Into the collection",
  intoNone: "None in particular",
};
