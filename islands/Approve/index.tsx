import { useEffect, useRef, useState } from "react";
import type { Refusal } from "../../contract/errors.ts";
import type { KeyScope } from "../../contract/identity/keys.ts";
import { keyLimits } from "../../contract/limits/identity.ts";
import type { KeyApproval } from "../../contract/schemas/keys.ts";
import { keyTexts } from "../../contract/texts/workspace/keys.ts";
import { browserClient } from "../_data/browserClient.ts";
import { ServerData } from "../_data/ServerData.tsx";
import { useAction } from "../_data/useAction.ts";
import { useServerForm } from "../_data/useServerForm.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { expiresAtOf, type KeyExpiry, keyExpiries } from "../_parts/fields/keyExpiry.ts";
import { ScopesField } from "../_parts/fields/ScopesField.tsx";
import { SelectField } from "../_parts/fields/SelectField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { together } from "../_parts/together.ts";

/** Lets a program in that waits for it, once its code was compared. What a link brings along is asked about all the same. */
export default function Approve() {
  return (
    <ServerData>
      <Approval />
    </ServerData>
  );
}

function Approval() {
  const texts = useTexts(keyTexts);
  const [code, setCode] = useState("");
  const [waiting, setWaiting] = useState<KeyApproval | null>(null);
  const [done, setDone] = useState("");
  useEffect(() => {
    // As it stands there: a code is letters and a hyphen, and what is no code may be encoded in ways that nothing decodes.
    if (!leadsToContent()) setCode(window.location.hash.slice(1, keyLimits.userCodeMax));
    // A link that is opened in the same tab loads no page by itself.
    window.onhashchange = () => leadsToContent() || window.location.reload();
  }, []);
  const finding = useAction(async () => {
    setWaiting(await browserClient("GET /amplify/api/approvals/{code}", { params: { code } }));
  });
  const codeField = useRef<HTMLInputElement>(null);
  // Somebody has decided meanwhile, or it was too long ago: the form says so, and takes another code.
  const lookAgain = async () => {
    setWaiting(null);
    await finding.run();
    codeField.current?.focus();
  };
  if (waiting !== null)
    return (
      <div key={done} ref={takeFocus} tabIndex={-1}>
        {done === "" ? (
          <Decision about={waiting} onDone={setDone} onGone={lookAgain} />
        ) : (
          <Notice status="sent">{done}</Notice>
        )}
      </div>
    );
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void finding.run();
      }}
    >
      {finding.message === "" ? null : <Notice status="failed">{finding.message}</Notice>}
      <Field
        label={texts.approve.code}
        hint={texts.approve.codeHint}
        value={code}
        ref={codeField}
        autoComplete="off"
        spellCheck={false}
        maxLength={keyLimits.userCodeMax}
        onChange={(event) => {
          finding.clear();
          setCode(event.target.value);
        }}
      />
      <Button type="submit" variant="primary" disabled={code.trim() === ""} aria-disabled={finding.running}>
        {texts.approve.find}
      </Button>
    </form>
  );
}

/** Whether the page's skip link was followed: its address holds no code. */
const leadsToContent = () => window.location.hash === "#main";

/** What was pressed has gone, and the next Tab would start at the top of the page. */
const takeFocus = (step: HTMLElement | null) => step?.focus();

type Fields = { scopes: KeyScope[]; expiry: KeyExpiry };

function Decision({
  about,
  onDone,
  onGone,
}: {
  about: KeyApproval;
  onDone: (message: string) => void;
  onGone: () => void;
}) {
  const texts = useTexts(keyTexts);
  const { approve, form } = texts;
  const call = async (body: { approve: boolean; scopes?: KeyScope[]; expiresAt?: number | null }) => {
    const request = { params: { code: about.code }, body };
    await browserClient("POST /amplify/api/approvals/{code}", request).then(
      ({ message }) => onDone(message),
      (error: Partial<Refusal>) => {
        if (error.code !== "not_found") throw error;
        onGone();
      },
    );
  };
  const of = useServerForm<Fields>({
    defaultValues: { scopes: ["read", "write", "send"], expiry: "days90" },
    faults: ({ scopes }) =>
      scopes.length === 0 ? [{ field: "scopes", message: form.scopesMissing } as const] : [],
    send: ({ scopes, expiry }) => call({ approve: true, scopes, expiresAt: expiresAtOf(expiry) }),
  });
  const refusing = useAction(() => call({ approve: false }));
  const isBusy = of.saving.running || refusing.running;
  const refusal = of.refusal || refusing.message;
  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void of.submit();
      }}
    >
      <p>
        {together(
          approve.who({ name: <strong>{about.name}</strong>, address: <span>{about.address}</span> }),
        )}
      </p>
      <p className="approve-code">{about.code}</p>
      <p>{approve.compare}</p>
      <ScopesField {...of.field("scopes")} />
      <SelectField label={approve.expires} {...of.field("expiry")}>
        {keyExpiries.map((expiry) => (
          <option key={expiry} value={expiry}>
            {form.expiries[expiry]}
          </option>
        ))}
      </SelectField>
      {refusal === "" ? null : <Notice status="failed">{refusal}</Notice>}
      <div className="actions">
        <Button aria-disabled={isBusy} onClick={() => void refusing.run()}>
          {approve.refuse}
        </Button>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? approve.deciding : approve.approve}
        </Button>
      </div>
    </form>
  );
}
