import { type FormEvent, useState } from "react";
import { apiTesterTexts } from "../../contract/texts/apiTester.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { TextAreaField } from "../_parts/fields/TextAreaField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import {
  type Asks,
  addressOf,
  asksFirst,
  bodyOffered,
  headersOf,
  type Sandbox,
  type TriedCall,
} from "./calls.ts";
import { type Answered, request } from "./request.ts";

type Made = { state: "idle" | "calling" | "unreached" } | { state: "answered"; answer: Answered };

/** What a call needs, filled in with its example; what came of it stands below. */
export function TestForm({
  call,
  sandbox,
  signedIn,
  onAddSandbox,
}: {
  call: TriedCall;
  sandbox: Sandbox | null;
  signedIn: boolean;
  onAddSandbox: () => Promise<void>;
}) {
  const texts = useTexts(apiTesterTexts);
  const [values, setValues] = useState<Record<string, string>>({});
  const [token, setToken] = useState("");
  const [body, setBody] = useState(() => bodyOffered(call, sandbox));
  const [asks, setAsks] = useState<Asks>(null);
  const [made, setMade] = useState<Made>({ state: "idle" });
  const takesBody = call.bodyType === "application/json";
  const parsed = takesBody ? parsedBody(body) : { ok: true as const, value: undefined };

  const make = async () => {
    setAsks(null);
    setMade({ state: "calling" });
    const asked = {
      method: call.method,
      url: addressOf(call, values),
      headers: headersOf(call, values),
      token,
    };
    const answer = await request({ ...asked, body: takesBody ? body : undefined }).catch(() => null);
    setMade(answer === null ? { state: "unreached" } : { state: "answered", answer });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.ok) return;
    const first = asksFirst(call, parsed.value, sandbox);
    if (first === null) void make();
    else setAsks(first);
  };

  if (call.bodyType !== null && !takesBody) return <p>{texts.notHere}</p>;
  return (
    <form className="tester" onSubmit={submit}>
      <p className="muted">{call.summary}</p>
      <SenderLine call={call} sandbox={sandbox} signedIn={signedIn} onAddSandbox={onAddSandbox} />
      {call.isOpen || signedIn ? null : <TokenField token={token} onToken={setToken} />}
      <Parameters call={call} values={values} onValues={setValues} />
      {takesBody ? (
        <TextAreaField
          label={texts.body}
          className="tester-body"
          rows={Math.min(16, body.split("\n").length + 1)}
          spellCheck={false}
          value={body}
          error={parsed.ok ? undefined : texts.bodyBroken}
          onChange={(event) => setBody(event.target.value)}
        />
      ) : null}
      {asks === null ? (
        <Button type="submit" variant="primary" aria-disabled={made.state === "calling"}>
          {made.state === "calling" ? texts.calling : texts.call}
        </Button>
      ) : (
        <Question asks={asks} onYes={make} onNo={() => setAsks(null)} />
      )}
      <Outcome made={made} />
    </form>
  );
}

function TokenField({ token, onToken }: { token: string; onToken: (token: string) => void }) {
  const texts = useTexts(apiTesterTexts);
  return (
    <Field
      label={texts.token}
      hint={texts.tokenHint}
      type="password"
      autoComplete="off"
      value={token}
      onChange={(event) => onToken(event.target.value)}
    />
  );
}

function Parameters({
  call,
  values,
  onValues,
}: {
  call: TriedCall;
  values: Record<string, string>;
  onValues: (values: Record<string, string>) => void;
}) {
  const texts = useTexts(apiTesterTexts);
  return call.parameters.map(({ name, required, example }) => (
    <Field
      key={name}
      label={required ? `${name}, ${texts.needed}` : name}
      required={required === true}
      autoComplete="off"
      placeholder={example === undefined ? "" : String(example)}
      value={values[name] ?? ""}
      onChange={(event) => onValues({ ...values, [name]: event.target.value })}
    />
  ));
}

/** From where it goes: the sandbox, by default, where the call has a sender. */
function SenderLine({
  call,
  sandbox,
  signedIn,
  onAddSandbox,
}: Pick<Parameters<typeof TestForm>[0], "call" | "sandbox" | "signedIn" | "onAddSandbox">) {
  const texts = useTexts(apiTesterTexts);
  if (!signedIn || call.isOpen) return null;
  if (!call.namesAccount) return <p className="muted">{texts.asYou}</p>;
  if (sandbox !== null) return <Notice>{texts.sandboxUsed(sandbox.appEmail)}</Notice>;
  return (
    <Notice>
      {texts.sandboxMissing} <Button onClick={onAddSandbox}>{texts.sandboxAdd}</Button>
    </Notice>
  );
}

function Question({ asks, onYes, onNo }: { asks: "mail" | "delete"; onYes: () => void; onNo: () => void }) {
  const texts = useTexts(apiTesterTexts);
  return (
    <div className="tester-question" role="alert">
      <p>{asks === "mail" ? texts.asksMail : texts.asksDelete}</p>
      <div className="actions">
        <Button variant="danger" onClick={onYes}>
          {texts.callAnyway}
        </Button>
        <Button onClick={onNo}>{texts.leave}</Button>
      </div>
    </div>
  );
}

function Outcome({ made }: { made: Made }) {
  const texts = useTexts(apiTesterTexts);
  if (made.state === "unreached") return <Notice status="failed">{texts.unreached}</Notice>;
  if (made.state !== "answered") return null;
  const { status, ms, text, retryAfter } = made.answer;
  return (
    <section aria-label={texts.answer}>
      <Notice status={status < 400 ? "sent" : "failed"}>
        {texts.status(status, ms)} {retryAfter === null ? null : texts.wait(retryAfter)}
      </Notice>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long answers scroll, and the keyboard must reach that. */}
      <pre className="call-code" tabIndex={0}>
        <code>{text === "" ? texts.emptyAnswer : pretty(text)}</code>
      </pre>
    </section>
  );
}

function parsedBody(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function pretty(text: string): string {
  const parsed = parsedBody(text);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}
