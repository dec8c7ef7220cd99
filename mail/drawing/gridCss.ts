import type { Row } from "../design/design.ts";

/** What makes columns stand side by side on a desktop and below each other on a phone. */
export function gridCss(rows: readonly Row[], { widthPx }: { widthPx: number }): string {
  const shares = new Set(rows.flatMap((row) => sharesOf(row.cells)));
  const desktop: string[] = [];
  const kept: string[] = [];
  for (const share of shares) {
    const name = `.u-col-${String(share).replace(".", "p")}`;
    desktop.push(`.u-row ${name}{width:${Math.round(widthPx * share) / 100}px !important}`);
    kept.push(`.no-stack ${name}{width:${share}% !important}`);
  }
  const breakPx = widthPx + 20;
  return `@media only screen and (min-width:${breakPx}px){
.u-row{width:${widthPx}px !important}
.u-row .u-col{vertical-align:top}
${desktop.join("\n")}
}
@media only screen and (max-width:${breakPx}px){
.u-row-container{max-width:100% !important;padding-left:0 !important;padding-right:0 !important}
.u-row{width:100% !important;min-width:0 !important}
.u-row .u-col{display:block !important;width:100% !important;min-width:0 !important;max-width:100% !important}
.u-row .u-col>div{margin:0 auto}
.u-row .u-col img{max-width:100%}
.no-stack .u-col{display:table-cell !important}
${kept.join("\n")}
}
body{margin:0;padding:0}
table,td,tr{border-collapse:collapse;vertical-align:top}
p{margin:0}
.u_content_button,.u_content_divider{table-layout:fixed}
.u_content_divider table{max-width:100%}
.ie-container table,.mso-container table{table-layout:fixed}
*{line-height:inherit}
a[x-apple-data-detectors=true]{color:inherit !important;text-decoration:none !important}`;
}

/** The columns' shares in percent, to two places, as the exporters write them into class names. */
function sharesOf(cells: readonly number[]): number[] {
  const total = cells.reduce((sum, cell) => sum + cell, 0);
  return cells.map((cell) => Math.round((cell / total) * 10_000) / 100);
}
