import { useEffect, useMemo, useState } from "react";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { useComposing } from "../draft/useDraft.ts";

const any = "";

/** Which link somebody has to have followed: any, or one of those in the mails that were written so far. */
export function LinkField({
  link,
  onChange,
}: {
  link: string | null;
  onChange: (link: string | null) => void;
}) {
  const texts = useTexts(whatTexts);
  const { draft, saver } = useComposing();
  const [asked, setAsked] = useState(false);
  // The links stand in the contents, which are large: they are fetched once somebody wants to name one.
  useEffect(() => {
    if (!asked) return;
    for (const { variantId, bytes } of draft.plan.mails)
      if (bytes > 0 && !draft.mails.has(variantId)) void saver.loadMail(variantId).catch(() => {});
  }, [asked, draft.plan.mails, draft.mails, saver]);
  const links = useMemo(() => {
    const found = [...draft.mails.values()].flatMap(({ html }) => linksIn(html));
    return [...new Set([...(link === null ? [] : [link]), ...found])];
  }, [draft.mails, link]);
  return (
    <LineSelect
      label={texts.link}
      value={link ?? any}
      options={[{ value: any, text: texts.anyLink }, ...links.map((one) => ({ value: one, text: one }))]}
      onFocus={() => setAsked(true)}
      onChange={(value) => onChange(value === any ? null : value)}
    />
  );
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/\bhref="(https?:\/\/[^"]{1,2048})"/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
}
