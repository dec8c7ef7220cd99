import type { AccountDomain, SigningKey } from "../../../../../contract/schemas/accounts/domain.ts";
import { domainTexts } from "../../../../../contract/texts/domains.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Badge } from "../../../../_parts/Badge.tsx";
import { Button } from "../../../../_parts/Button.tsx";
import { DnsRecord } from "./DnsRecord.tsx";

/** The DKIM keys with which mails of an account on a custom SMTP server are signed here. */
export function DomainKeys({ accountId, keys }: { accountId: string } & Pick<AccountDomain, "keys">) {
  const texts = useTexts(domainTexts);
  const making = useAction(() =>
    browserClient("POST /amplify/auth/credentials/{id}/domain/keys", { params: { id: accountId } }),
  );
  return (
    <div className="domain-keys">
      <h5>{texts.keys.title}</h5>
      <p className="muted">{keys.length === 0 ? texts.keys.none : texts.keys.what}</p>
      {keys.map((key) => (
        <DomainKey key={key._id} accountId={accountId} of={key} />
      ))}
      <Button aria-disabled={making.running} onClick={() => making.run()}>
        {keys.length === 0 ? texts.keys.make : texts.keys.another}
      </Button>
      {making.message === "" ? null : (
        <p role="alert" className="field-error">
          {making.message}
        </p>
      )}
    </div>
  );
}

function DomainKey({ accountId, of }: { accountId: string; of: SigningKey }) {
  const texts = useTexts(domainTexts);
  const params = { id: accountId, keyId: of._id };
  const signing = useAction((isOn: boolean) =>
    browserClient("PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}", {
      params,
      body: { signing: isOn },
    }),
  );
  const removing = useAction(() =>
    browserClient("DELETE /amplify/auth/credentials/{id}/domain/keys/{keyId}", { params }),
  );
  const isBusy = signing.running || removing.running;
  const message = signing.message || removing.message;
  return (
    <div className="domain-key">
      <p>
        <strong>{of.selector}</strong>{" "}
        <Badge status={of.signing ? "sent" : "waiting"}>
          {of.signing ? texts.keys.signs : texts.keys.waits}
        </Badge>
      </p>
      <details open={!of.signing}>
        <summary>{texts.keys.records}</summary>
        {of.records.map((record) => (
          <DnsRecord key={record.name} record={record} />
        ))}
      </details>
      <div className="actions">
        <Button aria-disabled={isBusy} onClick={() => signing.run(!of.signing)}>
          {of.signing ? texts.keys.stop : texts.keys.use}
        </Button>
        {of.signing ? null : (
          <Button
            variant="quiet"
            aria-label={texts.keys.removeWhich(of.selector)}
            aria-disabled={isBusy}
            onClick={() => removing.run()}
          >
            {texts.keys.remove}
          </Button>
        )}
      </div>
      {message === "" ? null : (
        <p role="alert" className="field-error">
          {message}
        </p>
      )}
    </div>
  );
}
