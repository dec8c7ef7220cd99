import { useDeferredValue } from "react";
import { fillIn } from "../../../contract/mergeFields.ts";

const sample = {
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  phone: "555 0100",
  unsubscribeUrl: "#",
};

/** The mail as an invented lead would get it. `sandbox=""` takes away scripts, forms, navigation and our origin. */
export function TemplatePreview({ html }: { html: string }) {
  const shown = useDeferredValue(html);
  return (
    <figure className="preview">
      <figcaption>Preview, as Ann Lee would get it</figcaption>
      <iframe sandbox="" title="Preview of the template" srcDoc={fillIn(shown, sample, { escape: "html" })} />
    </figure>
  );
}
