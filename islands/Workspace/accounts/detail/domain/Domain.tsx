import { screenLimits } from "../../../../../contract/limits/screen.ts";
import type {
  AccountDomain,
  DomainCheck,
  DomainCheckState,
} from "../../../../../contract/schemas/accounts/domain.ts";
import type { Credential } from "../../../../../contract/schemas/credential.ts";
import { domainTexts } from "../../../../../contract/texts/domains.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { queries } from "../../../../_data/queries.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWords } from "../../../../_data/useWords.ts";
import { Badge } from "../../../../_parts/Badge.tsx";
import { Button } from "../../../../_parts/Button.tsx";
import type { Status } from "../../../../_parts/Notice.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { DnsRecord } from "./DnsRecord.tsx";
import { DomainKeys } from "./DomainKeys.tsx";

const statuses: Record<DomainCheckState, Status | undefined> = {
  ok: "sent",
  missing: "failed",
  wrong: "failed",
  unknown: undefined,
};

/** The DNS records of an account's domain, and for missing ones the record to add. */
export function Domain({ credential }: { credential: Credential }) {
  const texts = useTexts(domainTexts);
  const loaded = useLoad({
    ...queries.accountDomain(credential._id),
    // The domain of an account that was just added is still being checked.
    refetchInterval: ({ state }) => isUnseen(state.data) && screenLimits.lookMs,
  });
  return (
    <section className="account-domain">
      <h4>{texts.title}</h4>
      <WhenLoaded what={texts.what} loaded={loaded} rows={3}>
        {(domain) => (
          <>
            <Found credential={credential} domain={domain} />
            {domain.maySign ? <DomainKeys accountId={credential._id} keys={domain.keys} /> : null}
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

function isUnseen(domain: AccountDomain | undefined): boolean {
  return domain !== undefined && domain.checkedAt === null && domain.checks.length === 0;
}

function Found({ credential, domain }: { credential: Credential; domain: AccountDomain }) {
  const words = useWords();
  // Where this installation asks no DNS, another look would find nothing either.
  const off = domain.checks.find(({ cause }) => cause.code === "dns_off");
  if (off === undefined) return <Looked credential={credential} domain={domain} />;
  return (
    <p>
      <strong>{domain.domain}</strong> <span className="muted">{words(off.cause, off.reason)}</span>
    </p>
  );
}

function Looked({ credential, domain }: { credential: Credential; domain: AccountDomain }) {
  const texts = useTexts(domainTexts);
  const looking = useAction(() =>
    browserClient("POST /amplify/auth/credentials/{id}/domain", { params: { id: credential._id } }),
  );
  const isFirst = domain.checkedAt === null;
  const toDo = domain.checks.filter(({ state }) => state === "missing" || state === "wrong");
  const unknown = domain.checks.filter(({ state }) => state === "unknown").length;
  const others = domain.checks.filter((check) => !toDo.includes(check));
  return (
    <>
      <p>
        <strong>{domain.domain}</strong>{" "}
        <span className="muted">
          {domain.checkedAt === null ? texts.notYet : texts.lookedAt(new Date(domain.checkedAt))}
        </span>
      </p>
      {toDo.length === 0 ? null : <Checks checks={toDo} />}
      {others.length === 0 ? null : (
        <details>
          <summary>
            {toDo.length === 0 ? texts.all({ count: others.length, unknown }) : texts.rest(others.length)}
          </summary>
          <Checks checks={others} />
        </details>
      )}
      <Button
        variant="quiet"
        aria-label={
          looking.running
            ? texts.looking
            : (isFirst ? texts.lookNowWhich : texts.lookAgainWhich)(domain.domain)
        }
        aria-disabled={looking.running}
        onClick={() => looking.run()}
      >
        {looking.running ? texts.looking : isFirst ? texts.lookNow : texts.lookAgain}
      </Button>
      {looking.message === "" ? null : (
        <p role="alert" className="field-error">
          {looking.message}
        </p>
      )}
    </>
  );
}

function Checks({ checks }: { checks: readonly DomainCheck[] }) {
  const texts = useTexts(domainTexts);
  const words = useWords();
  return (
    <ul className="domain-checks">
      {checks.map(({ kind, state, cause, reason, record }) => (
        <li key={kind}>
          <p>
            <Badge status={statuses[state]}>{texts.states[state]}</Badge> <strong>{texts.kinds[kind]}</strong>
          </p>
          <p>{words(cause, reason)}</p>
          {record === null ? null : <DnsRecord record={record} />}
        </li>
      ))}
    </ul>
  );
}
