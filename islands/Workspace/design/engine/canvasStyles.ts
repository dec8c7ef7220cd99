/** What the canvas adds to the mail: outlines, handles and where a block would land. The mail itself is drawn as sent. */
export const canvasStyles = `
:host { all: initial; display: block; }
* { box-sizing: border-box; }
p { margin: 0; }
table, td, tr { border-collapse: collapse; vertical-align: top; }
img { max-width: 100%; }
.page { min-height: 100%; padding: 24px 12px; font-family: arial, helvetica, sans-serif; font-size: 16px; line-height: normal; }
.row { position: relative; }
.row-inner { display: flex; max-width: 100%; margin: 0 auto; }
.page[data-device="phone"] .row-inner:not(.no-stack) { flex-wrap: wrap; width: 375px !important; }
.page[data-device="phone"] .row-inner:not(.no-stack) > .column { flex: 1 0 100% !important; }
.column { position: relative; min-width: 0; min-height: 24px; overflow-wrap: break-word; }
.row:hover > .row-inner { outline: 1px dashed #8aa0bd; }
.row[data-selected] > .row-inner { outline: 2px solid #c2410c; }
.column[data-selected] { outline: 2px dashed #c2410c; outline-offset: -2px; }
.empty { margin: 8px; padding: 16px 8px; border: 1px dashed #8d8d8d; color: #595959; background: #ffffff; font: 13px/1.4 arial, sans-serif; text-align: center; }
.block { position: relative; cursor: grab; min-height: 8px; }
.block:hover { outline: 1px solid #8aa0bd; outline-offset: -1px; }
.block:focus-visible, .block[data-selected] { outline: 2px solid #c2410c; outline-offset: -2px; }
.block[data-hidden-phone] { opacity: 0.45; }
.block[data-editing] { cursor: text; }
.block[data-placeholder]::after { content: attr(data-placeholder); display: block; padding: 18px 8px; background: #f1efea; color: #4a4a4a; font: 13px/1.4 arial, sans-serif; text-align: center; }
.handle { position: absolute; z-index: 2; top: 2px; right: 2px; width: 32px; height: 32px; border: 0; border-radius: 6px; background: #c2410c; color: #ffffff; font: 16px/32px arial, sans-serif; text-align: center; cursor: grab; touch-action: none; }
.landing { height: 4px; border-radius: 2px; background: #c2410c; }
.ProseMirror { outline: none; min-height: 1em; white-space: pre-wrap; }
.merge { padding: 0 4px; border-radius: 4px; background: #ffe8d9; color: #7a2e0e; white-space: nowrap; }
.ProseMirror-selectednode.merge { outline: 2px solid #c2410c; }
`;
