import { grouped } from "../../../sentences/en/words.ts";

/** What is said of the fields that a workspace adds to its leads. */
export const customField = {
  what: "The custom fields",
  empty:
    "There are none yet. Add what you want to know about a lead: a company, a renewal date, a tier. Mails can say it, and imports fill it.",
  kinds: {
    text: "Text",
    number: "Number",
    date: "Date",
    yesNo: "Yes or no",
    choice: "Choice",
  },
  mergeField: (key: string) => `{{${key}}} in mails`,
  add: "Add a field",
  save: "Save field",
  label: "Name",
  labelHint: "Mails, forms and exports show it.",
  kind: "Kind",
  choices: "Choices",
  choicesHint: "One on each line.",
  choicesGone: "A choice that you remove here is removed from the leads that have it.",
  change: (label: string) => `Change ${label}`,
  up: (label: string) => `Move ${label} up`,
  delete: (label: string) => `Delete ${label}`,
  deleted: (label: string) => `${label} deleted. Its values go with it in ten minutes.`,
  undo: "Undo",
  back: "Back",
  done: "Done",
  none: "Not said",
  yes: "Yes",
  no: "No",
  column: {
    title: "Other columns",
    hint: "What is left out here is not kept.",
    each: (columns: number) => `Choose for each of ${grouped(columns)} columns`,
    keepAll: "Keep all columns",
    leaveAll: "Leave all out",
    leaveOut: "Leave out",
    existing: "Your fields",
    fresh: "New field",
    asNew: (kind: string) => `New: ${kind.toLowerCase()}`,
    unfit: ({ count, isMore, kind }: { count: number; isMore: boolean; kind: string }) =>
      `${grouped(count)}${isMore ? " or more" : ""} ${count === 1 ? "cell is" : "cells are"} no ${kind.toLowerCase()} and will be left out.`,
    /** Of the column in which this program's own files name the collections of a lead. */
    collections:
      "Nobody joins the collections that are named here: all leads of a file join the one that you choose below.",
    notCounted: "Cells that match none of its choices will be left out.",
  },
  unfit: {
    caption: "Cells that were left out",
    counted: (count: number) =>
      `${grouped(count)} ${count === 1 ? "cell" : "cells"} did not fit the field, so the lead was imported without it.`,
    row: "Row",
    column: "Column",
    reason: "Reason",
  },
};
