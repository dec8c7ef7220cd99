import type { ReactNode } from "react";
import { referenceTexts } from "../../contract/texts/pages/reference.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { ApiDocument, ApiOperation, ApiRefusal, ApiSchema } from "./apiDocument.ts";
import { CodeWords } from "./CodeWords.tsx";
import { Fields, FieldTable } from "./Fields.tsx";
import { joinedRules, rulesOf, typeOf } from "./fieldRows.ts";

export type Described = { method: string; path: string; operation: ApiOperation };

/** One call: closed until somebody opens it, or comes by its address, which stands inside so that browsers open it. */
export function Call({ method, path, operation }: Described) {
  const texts = useTexts(referenceTexts);
  const { operationId, summary, security } = operation;
  return (
    <details className="call" data-call={`${method} ${path} ${summary}`.toLowerCase()}>
      <summary>
        <h3 className="call-name">
          <code className="call-method" data-method={method}>
            {method}
          </code>{" "}
          <code className="call-path">{path}</code>
        </h3>
        <span className="call-summary">
          <CodeWords text={summary} />
        </span>
      </summary>
      <div className="call-body" id={operationId}>
        <p className="call-facts">
          <span>{security?.length === 0 ? texts.open : texts.needsSession}</span>
          {operation["x-sends-mail"] ? <span>{texts.sendsMail}</span> : null}
          <a href={`#try-${operationId}`} aria-label={texts.tryWhat(`${method} ${path}`)}>
            {texts.tryIt}
          </a>
          <a href={`#${operationId}`} aria-label={`${method} ${path}`}>
            #
          </a>
        </p>
        <Parameters operation={operation} />
        <Body operation={operation} />
        <Answers operation={operation} />
      </div>
    </details>
  );
}

function Parameters({ operation: { parameters = [] } }: { operation: ApiOperation }) {
  const texts = useTexts(referenceTexts);
  // Every GET takes it, and the page says so once.
  const own = parameters.filter(({ name }) => name !== "dates");
  if (own.length === 0) return null;
  const rows = own.map(({ name, in: place, required = false, description, schema }) => ({
    path: name,
    ...typeOf(schema, texts),
    isRequired: required,
    rules: joinedRules([texts.inPlaces[place], description, rulesOf(schema, texts)]),
  }));
  return (
    <Part title={texts.parameters}>
      <FieldTable rows={rows} />
    </Part>
  );
}

function Body({ operation: { requestBody } }: { operation: ApiOperation }) {
  const texts = useTexts(referenceTexts);
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) return null;
  return (
    <Part title={`${texts.body}, ${type}`}>
      <Shown schema={media.schema} example={media.example} />
    </Part>
  );
}

function Answers({ operation: { responses } }: { operation: ApiOperation }) {
  const texts = useTexts(referenceTexts);
  const entries = Object.entries(responses);
  const refused = entries.filter(([status]) => Number(status) >= 400);
  const own = Object.values(responses[400]?.content?.["application/json"]?.examples ?? {}).map(
    ({ value }) => value,
  );
  return (
    <>
      {entries
        .filter(([status]) => Number(status) < 400)
        .map(([status, { content = {} }]) => (
          <Part key={status} title={`${texts.answer(status)}, ${Object.keys(content).join(", ")}`}>
            <Shown {...content["application/json"]} />
          </Part>
        ))}
      <Part title={texts.refusals}>
        <p className="call-statuses">
          {refused.map(([status]) => (
            <a key={status} href={`#error-${status}`}>
              {status}
            </a>
          ))}
        </p>
        <Reasons refusals={own} />
      </Part>
    </>
  );
}

/** Why this call in particular is refused. */
function Reasons({ refusals }: { refusals: readonly ApiRefusal[] }) {
  if (refusals.length < 2) return null;
  return (
    <ul className="call-reasons">
      {refusals.map(({ message, code, reason }) => (
        <li key={reason ?? code}>
          <code>{reason ?? code}</code> {message}
        </li>
      ))}
    </ul>
  );
}

function Shown({ schema, example }: { schema?: ApiSchema | undefined; example?: unknown }) {
  const texts = useTexts(referenceTexts);
  if (schema === undefined) return null;
  return (
    <>
      <Fields schema={schema} />
      {example === undefined ? null : (
        <details className="call-example">
          <summary>{texts.example}</summary>
          <Code>{JSON.stringify(example, null, 2)}</Code>
        </details>
      )}
    </>
  );
}

export function Code({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach that.
    <pre className="call-code" tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="call-part">
      <h4>{title}</h4>
      {children}
    </section>
  );
}

/** The calls of a document under their tags, in the tags' order. */
export function callsByTag({ tags, paths }: ApiDocument) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return tags.map((tag) => ({
    ...tag,
    key: tag.name.toLowerCase().replaceAll(" ", "-"),
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
}
