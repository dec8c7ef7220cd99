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
  const of = products.length === 0 ? "another product" : products.join(" and ");
  const count = left.tags.length + left.more;
  const became =
    converted === 0
      ? []
      : [
          `${converted === 1 ? "1 field or link" : `${grouped(converted)} fields and links`} of ${of} became ours.`,
        ];
  const stay =
    count === 0
      ? []
      : [
          `${count === 1 ? "1 has" : `${grouped(count)} have`} no like here and would be sent as ${count === 1 ? "it stands" : "they stand"}: ${named(left)}. Replace or delete ${count === 1 ? "it" : "them"}.`,
        ];
  return [...became, ...stay].join(" ");
}

function named({ tags, more }: Tags): string {
  return `${tags.join(", ")}${more === 0 ? "" : ` and ${grouped(more)} more`}`;
}
