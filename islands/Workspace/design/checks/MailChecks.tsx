import { useMemo } from "react";
import { customNames } from "../../../../contract/mergeFields.ts";
import { designTexts } from "../../../../contract/texts/workspace/design/design.ts";
import { mailCheckTexts } from "../../../../contract/texts/workspace/design/mailChecks.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { inertMail } from "../engine/canvas/withInertStyles.ts";
import { designChecks } from "./designChecks.ts";
import { type MailCheck, mailChecks } from "./mailChecks.ts";
import { type NamedPart, namedParts } from "./namedParts.ts";
import type { SourcePlace } from "./placeInSource.ts";

/** What to check before this mail is sent. The name of a block, or the line in its HTML, is a button that goes there. */
export function MailChecks({
  html,
  design,
  onChoose,
  onShow,
}: {
  html: string;
  design: unknown;
  onChoose: ((partId: string) => void) | null;
  onShow: ((place: SourcePlace) => void) | null;
}) {
  const checks = useTexts(mailCheckTexts);
  const words = useTexts(designTexts);
  const fields = useCustomFields();
  const texts = useMemo(() => ({ checks, design: words }), [checks, words]);
  const found = useMemo(
    () => [
      ...mailChecks({ html, document: inertMail(html), custom: customNames(fields) }, checks),
      ...designChecks(design, texts),
    ],
    [html, design, checks, texts, fields],
  );
  const parts = useMemo(() => namedParts(design, texts), [design, texts]);
  if (found.length === 0) return <Notice status="sent">{checks.nothing}</Notice>;
  return (
    <Notice status="uncertain">
      <ul className="checks">
        {found.map((check) => (
          <li key={`${check.partId} ${check.sentence}`}>
            {check.sentence}
            <BlockName part={partOf(check, parts)} onChoose={onChoose} />
            <LineNumber place={check.place} html={html} onShow={onShow} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function BlockName({
  part,
  onChoose,
}: {
  part: NamedPart | undefined;
  onChoose: ((partId: string) => void) | null;
}) {
  const texts = useTexts(mailCheckTexts);
  if (part === undefined) return null;
  if (onChoose === null) return <span className="muted">{part.name}</span>;
  return (
    <Button variant="quiet" aria-label={texts.goTo(part.name)} onClick={() => onChoose(part.partId)}>
      {part.name}
    </Button>
  );
}

function LineNumber({
  place,
  html,
  onShow,
}: {
  place: SourcePlace | undefined;
  html: string;
  onShow: ((place: SourcePlace) => void) | null;
}) {
  const texts = useTexts(mailCheckTexts);
  if (place === undefined || onShow === null) return null;
  const line = texts.line(html.slice(0, place.start).split("\n").length);
  return (
    <Button variant="quiet" aria-label={texts.goTo(line)} onClick={() => onShow(place)}>
      {line}
    </Button>
  );
}

function partOf({ partId }: MailCheck, parts: ReadonlyMap<string, NamedPart>): NamedPart | undefined {
  return partId === undefined ? undefined : parts.get(partId);
}
