import type { DomainRecord } from "../../../../../contract/schemas/accounts/domain.ts";
import { domainTexts } from "../../../../../contract/texts/domains.ts";
import { useCopy } from "../../../../_data/useCopy.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";

/** A record to add to the domain's DNS, each part with a button that copies it. */
export function DnsRecord({ record }: { record: DomainRecord }) {
  const texts = useTexts(domainTexts);
  const { name, type, value, replaces } = record;
  return (
    <dl className="dns-record" aria-label={texts.recordOf({ type, name })}>
      <div>
        <dt>{texts.parts.name}</dt>
        <dd>
          <code>{name}</code>
          <CopyButton text={name} label={texts.copyName(name)} />
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
              <CopyButton text={value} label={texts.copyValue(name)} />
            </>
          )}
        </dd>
      </div>
      {replaces ? <p className="muted">{texts.replaces}</p> : null}
    </dl>
  );
}

/** `label` names the part for screen readers. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const words = useTexts(domainTexts);
  const { word, isTried, copy } = useCopy(text, words);
  return (
    <Button variant="quiet" aria-label={isTried ? word : label} onClick={copy}>
      {word}
    </Button>
  );
}
