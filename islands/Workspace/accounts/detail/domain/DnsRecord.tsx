import type { DomainRecord } from "../../../../../contract/schemas/accounts/domain.ts";
import { domainTexts } from "../../../../../contract/texts/domains.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { CopyButton } from "../../../../_parts/CopyButton.tsx";

/** A record to add where the domain's DNS is kept, each part to be copied. */
export function DnsRecord({ record }: { record: DomainRecord }) {
  const texts = useTexts(domainTexts);
  const { name, type, value, replaces } = record;
  return (
    <dl className="dns-record" aria-label={texts.recordOf({ type, name })}>
      <div>
        <dt>{texts.parts.name}</dt>
        <dd>
          <code>{name}</code>
          <CopyButton text={name} label={texts.copyName(name)} words={texts} />
        </dd>
      </div>
      <div>
        <dt>{texts.parts.type}</dt>
        <dd>{type}</dd>
      </div>
      <div>
        <dt>{texts.parts.value}</dt>
        <dd>
          {value === null ? (
            texts.asShown
          ) : (
            <>
              <code>{value}</code>
              <CopyButton text={value} label={texts.copyValue(name)} words={texts} />
            </>
          )}
        </dd>
      </div>
      {replaces ? <p className="muted">{texts.replaces}</p> : null}
    </dl>
  );
}
