/**
 * What the canvas adds to the mail: outlines, handles and the line that shows where a block would be dropped. The mail
 * itself looks as it is sent.
 */
export const canvasStyles = `
:host { all: initial; display: grid; }
* { box-sizing: border-box; }
p { margin: 0; }
table, td, tr { border-collapse: collapse; vertical-align: top; }
.u_content_button, .u_content_divider { table-layout: fixed; }
.u_content_divider table { max-width: 100%; }
img { max-width: 100%; }
.fit { display: grid; min-width: 0; }
.page { position: relative; min-width: 0; zoom: var(--fit, 1); padding: 24px calc(var(--gutter, 34px) / var(--fit, 1)); font-family: arial, helvetica, sans-serif; font-size: 16px; line-height: normal; }
.row { position: relative; }
.row:focus { outline: none; }
.page[data-long] .row-inner { content-visibility: auto; }
.row-inner { display: flex; max-width: 100%; margin: 0 auto; }
.page[data-device="phone"] .row-inner { width: 375px !important; }
.page[data-device="phone"] .row-inner:not(.no-stack) { flex-wrap: wrap; }
.page[data-device="phone"] .row-inner:not(.no-stack) > .column { flex: 1 0 100% !important; }
.column { position: relative; min-width: 0; overflow-wrap: break-word; }
.row:hover > .row-inner { outline: 1px dashed #8aa0bd; outline-offset: -1px; }
.row:is([data-selected], :focus-visible) > .row-inner { outline: 2px solid #c2410c; outline-offset: -2px; }
.column[data-selected] { outline: 2px dashed #c2410c; outline-offset: -2px; }
.empty { margin: 8px; padding: 16px 8px; border: 1px dashed #8d8d8d; color: #595959; background: #ffffff; font: 13px/1.4 arial, sans-serif; text-align: center; }
.block { position: relative; cursor: grab; min-height: 8px; }
.block:hover { outline: 1px solid #8aa0bd; outline-offset: -1px; }
.block:focus-visible, .block[data-selected] { outline: 2px solid #c2410c; outline-offset: -2px; }
.block[data-hidden] { opacity: 0.45; }
.block[data-editing] { cursor: text; }
.block[data-placeholder]::after { content: attr(data-placeholder); display: block; padding: 18px 8px; background: #f1efea; color: #4a4a4a; font: 13px/1.4 arial, sans-serif; text-align: center; }
.block, .row { -webkit-touch-callout: none; }
.block:not([data-editing]) { -webkit-user-select: none; user-select: none; }
.handle, .row-handle { position: absolute; z-index: 2; zoom: calc(1 / var(--fit, 1)); top: 2px; display: grid; place-items: center; width: 28px; height: 28px; border-radius: 6px; background: #c2410c; color: #ffffff; cursor: grab; touch-action: none; }
.handle { right: 2px; }
.handle svg { stroke-width: 3.5; }
.row-handle { left: -31px; background: #3d4658; visibility: hidden; }
.fit[data-narrow] .row-handle { left: 2px; }
@media (pointer: coarse) { .handle, .row-handle { width: 40px; height: 40px; } .row-handle { left: 2px; } }
.row:is(:hover, [data-selected], [data-holds]) > .row-handle { visibility: visible; }
.row:has([data-editing]) > .row-handle { visibility: hidden; }
.row:not([data-area="rows"])::after { content: "Header"; position: absolute; z-index: 1; top: 0; right: 0; padding: 2px 6px; background: #3d4658; color: #ffffff; font: 11px/1.4 arial, sans-serif; pointer-events: none; }
.row[data-area="footers"]::after { content: "Footer"; }
.drop-line { position: absolute; z-index: 3; top: 0; left: 0; height: 4px; border-radius: 2px; background: #c2410c; pointer-events: none; }
.drop-line[hidden] { display: none; }
.ProseMirror ::selection { color: currentcolor; }
.ProseMirror { outline: none; min-height: 1em; white-space: pre-wrap; }
.merge { padding: 0 4px; border-radius: 4px; background: #ffe8d9; color: #7a2e0e; white-space: nowrap; }
.ProseMirror-selectednode.merge { outline: 2px solid #c2410c; }
`;
