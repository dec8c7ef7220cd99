import { grouped } from "../../sentences/en/words.ts";

type Tags = { tags: readonly string[]; more: number };

/** Fields of other products that a mail would be sent with as they stand. */
export function strayTagsText({ tags, more }: Tags): string {
  return tags.length + more === 1
    ? `${named({ tags, more })} looks like a field of another product, and would be sent as it stands.`
    : `${named({ tags, more })} look like fields of another product, and would be sent as they stand.`;
}

/** What became of such fields where a mail was brought along. */
export function movedTagsText({
  converted,
  products,
  left,
}: {
  converted: number;
  /** Whose they were; empty where several products write them so. */
  products: readonly string[];
  left: Tags;
}): string {
  if (converted === 0) return strayTagsText(left);
  const of = products.length === 0 ? "another product" : products.join(" and ");
  const became = `${converted === 1 ? "1 field or link" : `${grouped(converted)} fields and links`} of ${of} became ours.`;
  const count = left.tags.length + left.more;
  if (count === 0) return became;
  const stay =
    count === 1
      ? `1 could not, and would be sent as it stands: ${named(left)}. Replace or delete it.`
      : `${grouped(count)} could not, and would be sent as they stand: ${named(left)}. Replace or delete them.`;
  return `${became} ${stay}`;
}

function named({ tags, more }: Tags): string {
  return `${tags.join(", ")}${more === 0 ? "" : ` and ${grouped(more)} more`}`;
}
