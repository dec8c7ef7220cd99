import { errorMeanings, tooSlow } from "../../contract/endpoints/errorMeanings.ts";
import { clientPackage, quickStarts } from "../../contract/endpoints/quickStarts.ts";
import { type ErrorCode, errorCodes } from "../../contract/errors.ts";
import { rateLimits } from "../../contract/limits/http.ts";
import { partSuffix } from "../../contract/schemas/lists.ts";
import { referenceTexts } from "../../contract/texts/pages/reference.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import type { ApiReferenceProps } from "../../islands/ApiReference/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import type { ApiDocument } from "./apiDocument.ts";
import { Call, Code, callsByTag } from "./Call.tsx";
import { CodeWords } from "./CodeWords.tsx";
import { Fields } from "./Fields.tsx";

/**
 * The API's reference, made of `/openapi.json`. It is HTML of ours, whole without a script: what there is ready-made
 * brings 220 to 990 kB of script, pressed, that puts styles into the page, which our policy forbids.
 */
export function Reference({ view, facts }: PageProps) {
  const texts = useTexts(referenceTexts);
  const document = facts.apiDocument();
  const groups = callsByTag(document);
  return (
    <div className="reference">
      <header className="reference-head">
        <h1>{texts.title}</h1>
        <p className="lead-in">{texts.lead}</p>
      </header>
      <nav className="reference-contents" aria-label={texts.contents}>
        <ul className="plain-list">
          {[
            ["begin", texts.begin],
            ["sign-in", texts.signIn],
            ["lists", texts.lists],
            ["calling-again", texts.repeats],
            ["limits", texts.rates],
            ["errors", texts.errors],
            ...groups.map(({ key, name }) => [`calls-${key}`, name]),
            ["objects", texts.objects],
          ].map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="reference-main">
        <noscript>
          <p className="muted">{texts.noScript}</p>
        </noscript>
        <Island<ApiReferenceProps> name="ApiReference" props={{ signedIn: view.viewer !== undefined }} />
        <Begin document={document} address={facts.publicUrl} />
        <SignInAndLists />
        <RepeatsAndRates />
        <Errors />
        {groups.map(({ key, name, description, calls }) => (
          <section key={key} className="reference-group" data-group={true}>
            <h2 id={`calls-${key}`}>{name}</h2>
            <p>
              <CodeWords text={description} />
            </p>
            {calls.map((call) => (
              <Call key={call.operation.operationId} {...call} />
            ))}
          </section>
        ))}
        <Objects document={document} />
      </div>
    </div>
  );
}

function Begin({ document, address }: { document: ApiDocument; address: string }) {
  const texts = useTexts(referenceTexts);
  return (
    <section data-preface={true}>
      <h2 id="begin">{texts.begin}</h2>
      {document.info.description.split("\n\n").map((words) => (
        <p key={words}>
          <CodeWords text={words} />
        </p>
      ))}
      <p>{together(texts.address(<code>{address}</code>))}</p>
      <p>{together(texts.document((words) => <a href="/openapi.json">{words}</a>))}</p>
      <p>
        {together(
          texts.client({
            name: <code>{clientPackage.name}</code>,
            command: <code>{clientPackage.command}</code>,
          }),
        )}
      </p>
      {quickStarts(address).map(({ key, name, code }) => (
        <details key={key} className="call-example">
          <summary>{name}</summary>
          <Code>{code}</Code>
        </details>
      ))}
    </section>
  );
}

/** Which ways of saying who calls are taken, and how lists go on. */
function SignInAndLists() {
  const texts = useTexts(referenceTexts);
  return (
    <section data-preface={true}>
      <h2 id="sign-in">{texts.signIn}</h2>
      <p>
        {together(
          texts.signInText({
            call: (words) => <a href="#postAmplifyAuthLogin">{words}</a>,
            header: <code>{texts.signInHeader}</code>,
          }),
        )}
      </p>
      <p>
        {together(
          texts.signInKey({
            tab: (words) => <a href="/app#api">{words}</a>,
            header: <code>{texts.keyHeader}</code>,
          }),
        )}
      </p>
      <p>{texts.signInBasic}</p>
      <h2 id="lists">{texts.lists}</h2>
      <p>{texts.listsText}</p>
      <p>{texts.listsFields}</p>
    </section>
  );
}

/** What a program needs to know that calls often, and over a line that may break. */
function RepeatsAndRates() {
  const texts = useTexts(referenceTexts);
  const calls = rateLimits.apiPerKey.count;
  return (
    <section data-preface={true}>
      <h2 id="calling-again">{texts.repeats}</h2>
      <p>{texts.repeatsText}</p>
      <p>{texts.repeatsSends}</p>
      <h2 id="limits">{texts.rates}</h2>
      <p>{texts.ratesText({ calls, mails: rateLimits.transactionalPerUser.count })}</p>
      <p>{texts.ratesHeaders(calls)}</p>
    </section>
  );
}

/** Every code by its status; the first of a status is where calls link to. */
function Errors() {
  const texts = useTexts(referenceTexts);
  const codes = Object.entries(errorMeanings) as [ErrorCode, { means: string }][];
  const isFirst = (code: ErrorCode) =>
    codes.find(([other]) => errorCodes[other] === errorCodes[code])?.[0] === code;
  return (
    <section data-preface={true}>
      <h2 id="errors">{texts.errors}</h2>
      <p>{texts.errorsText}</p>
      <table className="call-fields">
        <thead>
          <tr>
            <th scope="col">{texts.status}</th>
            <th scope="col">{texts.code}</th>
            <th scope="col">{texts.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {codes.map(([code, { means }]) => (
            <tr key={code} id={isFirst(code) ? `error-${errorCodes[code]}` : undefined}>
              <td>{errorCodes[code]}</td>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{means.replaceAll("`", "")}</td>
            </tr>
          ))}
          <tr id={`error-${tooSlow.status}`}>
            <td>{tooSlow.status}</td>
            <td />
            <td>{tooSlow.means}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Objects({ document }: { document: ApiDocument }) {
  const texts = useTexts(referenceTexts);
  return (
    <section>
      <h2 id="objects">{texts.objects}</h2>
      <p>{texts.objectsText}</p>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <details key={name} className="call">
          <summary>
            <h3 className="call-path">
              <code>{name}</code>
            </h3>
          </summary>
          <div className="call-body" id={`object-${name}`}>
            <Fields schema={wholeOf(name) ?? schema} />
          </div>
        </details>
      ))}
    </section>
  );
}

/** An entry with some of its fields has none that the whole one has not, which is linked in their place. */
function wholeOf(name: string) {
  if (!name.endsWith(partSuffix)) return null;
  return { $ref: `#/components/schemas/${name.slice(0, -partSuffix.length)}` };
}
