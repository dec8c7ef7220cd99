import { type Design, newId } from "../../../../mail/design/design.ts";
import { emptyDesign } from "../../../../mail/design/palette.ts";
import { sampleAddress, samples } from "../../../../mail/design/samples.ts";

/** A small valid mail to start from: a greeting with a fallback for a missing name, a button, an unsubscribe link. */
export function starterDesign(): Design {
  const design = emptyDesign();
  const block = (type: string, values: Record<string, unknown>) => ({ id: newId(), type, values });
  design.body.rows[0]?.columns[0]?.contents.push(
    block("heading", {
      headingType: "h1",
      fontSize: "26px",
      text: "Hello {{firstName|there}}",
      containerPadding: "32px 32px 8px",
    }),
    block("text", {
      fontSize: "16px",
      lineHeight: "150%",
      containerPadding: "8px 32px",
      text: `<p>${samples.text}</p>`,
    }),
    block("button", {
      text: samples.label,
      href: { name: "web", values: { href: sampleAddress, target: "_blank" } },
      buttonColors: { color: "#ffffff", backgroundColor: "#b3360b" },
      fontSize: "16px",
      padding: "12px 24px",
      textAlign: "left",
      containerPadding: "16px 32px",
    }),
    block("text", {
      fontSize: "13px",
      color: "#5b6070",
      containerPadding: "16px 32px 32px",
      text: '<p>You get this mail because you asked for it. <a href="{{unsubscribeUrl}}" target="_blank">Unsubscribe</a></p>',
    }),
  );
  return design;
}
