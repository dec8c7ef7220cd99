import { Extension, Mark, mergeAttributes, Node } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";
import { inertStyle } from "../canvas/withInertStyles.ts";

/** Keeps inline styles as they are: Unlayer stores sizes and colours in them. */
const styleAttribute = {
  style: {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute(inertStyle),
    renderHTML: ({ style }: { style?: string | null }) => (style ? { style } : {}),
  },
};

/** Which way the words of a paragraph or a list run. */
const directionAttribute = {
  dir: {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute("dir"),
    renderHTML: ({ dir }: { dir?: string | null }) => (dir ? { dir } : {}),
  },
};

const KeepStyle = Extension.create({
  name: "keepStyle",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading", "blockquote", "bulletList", "orderedList", "listItem", "link"],
      attributes: styleAttribute,
    },
    {
      types: ["paragraph", "heading", "blockquote", "bulletList", "orderedList", "listItem"],
      attributes: directionAttribute,
    },
  ],
});

const Styled = Mark.create({
  name: "styled",
  addAttributes: () => styleAttribute,
  parseHTML: () => [{ tag: `span[${inertStyle}]` }],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

/**
 * Small figures that stand higher or lower, as in m² and H₂O. They have no tool, but are pasted, and were in mails before.
 * What is typed behind them is plain.
 */
const Raised = Mark.create({
  name: "raised",
  excludes: "lowered",
  inclusive: false,
  parseHTML: () => [{ tag: "sup" }],
  renderHTML: () => ["sup", 0],
});
const Lowered = Mark.create({
  name: "lowered",
  excludes: "raised",
  inclusive: false,
  parseHTML: () => [{ tag: "sub" }],
  renderHTML: () => ["sub", 0],
});

/** A merge field as one unit: the cursor passes over it as a whole, and formatting cannot split it. */
const MergeTag = Node.create({
  name: "mergeTag",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    source: { default: "", parseHTML: (element) => element.getAttribute("data-merge") },
  }),
  parseHTML: () => [{ tag: "span[data-merge]", priority: 100 }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { source: _, ...others } = HTMLAttributes;
    const source = String(node.attrs.source);
    return ["span", mergeAttributes(others, { "data-merge": source, class: "merge" }), source];
  },
  renderText: ({ node }) => String(node.attrs.source),
});

export const richExtensions = [
  StarterKit.configure({
    codeBlock: false,
    horizontalRule: false,
    // Text that is typed or pasted becomes a link only on request.
    link: { openOnClick: false, autolink: false, HTMLAttributes: { rel: null } },
    trailingNode: false,
    // The mail's own undo history is used instead.
    undoRedo: false,
  }),
  KeepStyle,
  Styled,
  Raised,
  Lowered,
  MergeTag,
];
