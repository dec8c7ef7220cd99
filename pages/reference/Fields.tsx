import { referenceTexts } from "../../contract/texts/pages/reference.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { ApiSchema } from "./apiDocument.ts";
import { CodeWords } from "./CodeWords.tsx";
import { type FieldRow, fieldRows, objectOf, typeOf } from "./fieldRows.ts";

/** What a body, an answer or an object has, field by field. */
export function Fields({ schema }: { schema: ApiSchema }) {
  const texts = useTexts(referenceTexts);
  const rows = fieldRows(schema, texts);
  const object = objectOf(schema);
  if (object !== undefined || rows.length === 0)
    return (
      <p>
        <Type {...typeOf(schema, texts)} />
      </p>
    );
  return <FieldTable rows={rows} />;
}

export function FieldTable({ rows }: { rows: readonly FieldRow[] }) {
  const texts = useTexts(referenceTexts);
  return (
    <table className="call-fields">
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.type}</th>
          <th scope="col">{texts.rules}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, isRequired, rules, ...type }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>
              <Type {...type} />
            </td>
            <td>
              {isRequired ? <strong>{texts.required}</strong> : null}
              {isRequired && rules !== "" ? "; " : null}
              <CodeWords text={rules} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Type({ type, object }: { type: string; object: string | undefined }) {
  return object === undefined ? type : <a href={`#object-${object}`}>{type}</a>;
}
