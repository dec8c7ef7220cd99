import { choiceName } from "../../../../contract/leads/readFieldValue.ts";
import type { CustomField } from "../../../../contract/schemas/leadFields.ts";

type Known = CustomField["choices"];
type Wanted = { name: string; _id?: string }[];

/**
 * The choices as they were typed, over what they are by now: those that were added elsewhere meanwhile stay, since leads
 * may have them, and what was renamed or removed there is not brought back.
 */
export function mergeChoices(
  names: readonly string[],
  { opened, now }: { opened: Known; now: Known },
): Wanted {
  const isOpened = ({ _id }: Known[number]) => opened.some((choice) => choice._id === _id);
  const addedElsewhere = now.filter((choice) => !isOpened(choice));
  const typed = keptChoices(opened, names).flatMap((choice): Wanted => {
    const before = opened.find(({ _id }) => _id === choice._id);
    // Both have added the same one.
    if (before === undefined)
      return [addedElsewhere.find(({ name }) => choiceName(name) === choiceName(choice.name)) ?? choice];
    const current = now.find(({ _id }) => _id === before._id);
    const isSame = choice.name === before.name;
    if (current === undefined) return isSame ? [] : [{ name: choice.name }];
    return [{ _id: current._id, name: isSame ? current.name : choice.name }];
  });
  return [...typed, ...addedElsewhere.filter((choice) => !typed.some(({ _id }) => _id === choice._id))];
}

/** A choice whose line was rewritten is the one that stood there, unless lines came or went. */
function keptChoices(choices: Known, names: readonly string[]): Wanted {
  const isSameCount = choices.length === names.length;
  return names.map((name, index) => {
    const known = choices.find((choice) => choice.name === name);
    const there = isSameCount && !names.includes(choices[index]?.name ?? "") ? choices[index] : undefined;
    const id = (known ?? there)?._id;
    return { name, ...(id === undefined ? {} : { _id: id }) };
  });
}
