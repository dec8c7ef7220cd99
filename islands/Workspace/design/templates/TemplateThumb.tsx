import { useEffect, useRef, useState } from "react";
import type { TemplateSummary } from "../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useTexts } from "../../../_data/useTexts.ts";

/**
 * The mail itself, small. It is there only while its place is in view: two hundred documents at once would be slow,
 * and pictures of them would have to be made anew with every save.
 */
export function TemplateThumb({ template }: { template: TemplateSummary }) {
  const texts = useTexts(templateTexts);
  const place = useRef<HTMLSpanElement>(null);
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    // Inert, and of no origin: nothing in it can be reached, by key or by script.
    <span ref={place} className="template-thumb" aria-hidden="true" inert>
      {inView && template.hasHtml ? (
        // A new frame for each version: another address in the same one would be a step for the Back button.
        <iframe
          key={template.version}
          sandbox=""
          tabIndex={-1}
          // A mail is longer than its picture: where scroll bars take room, one would be drawn small along the edge.
          scrolling="no"
          loading="lazy"
          title={texts.item.picture(template.name)}
          src={previewPath({ id: template._id, version: template.version, picture: true })}
        />
      ) : null}
    </span>
  );
}

type Shown = { id: string; version?: number | undefined; picture?: boolean };

/** Where the server shows a template as a mail, or as a small picture of one; the newest version unless one is named. */
function previewPath({ id, version, picture = false }: Shown): string {
  const query = [...(version === undefined ? [] : [`version=${version}`]), ...(picture ? ["picture=1"] : [])];
  return `/templates/${encodeURIComponent(id)}/preview${query.length === 0 ? "" : `?${query.join("&")}`}`;
}
