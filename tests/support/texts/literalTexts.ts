import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExportDeclaration,
  isImportDeclaration,
  isJsxAttribute,
  isJsxExpression,
  isJsxText,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isTypeNode,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/async";

export type LiteralText = { file: string; line: number; text: string };

/**
 * Every text that stands in these files as it is read: between tags, in what tags and calls are given, in what is
 * thrown together with `${}`. A text is known by its letters: words with a space between them, a capital at its
 * beginning, or any word at all where a name such as `label` says that it is read. What errors say counts only where
 * somebody reads that.
 */
export async function literalTexts(
  root: string,
  files: readonly string[],
  { areErrorsRead = false }: { areErrorsRead?: boolean } = {},
): Promise<LiteralText[]> {
  const folder = await mkdtemp(join(tmpdir(), "amplify-texts-"));
  // Only parsed: nothing is looked up in libraries, or in what the files import.
  const compilerOptions = { noLib: true, noResolve: true, types: [], jsx: "preserve" };
  const project = join(folder, "tsconfig.json");
  await writeFile(project, JSON.stringify({ compilerOptions, files: files.map((file) => join(root, file)) }));
  const api = new API({ cwd: folder });
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [project] });
    const program = snapshot.getProjects()[0]?.program;
    const found: LiteralText[] = [];
    for (const file of files) {
      const source = await program?.getSourceFile(join(root, file));
      if (source === undefined) throw new Error(`${file} was not parsed`);
      const lineOf = (node: Node) => source.text.slice(0, node.end).split("\n").length;
      const add = (node: Node, text: string) => found.push({ file, line: lineOf(node), text: text.trim() });
      collect(source, { add, areErrorsRead });
    }
    return found;
  } finally {
    await api.close();
    await rm(folder, { recursive: true });
  }
}

type Collecting = { add(node: Node, text: string): void; areErrorsRead: boolean };

function collect(node: Node, collecting: Collecting): void {
  if (isImportDeclaration(node) || isExportDeclaration(node) || isTypeNode(node)) return;
  if (isForProgrammers(node, collecting)) return;
  const text = textOf(node);
  if (text !== null && isRead(node, text)) collecting.add(node, text);
  node.forEachChild((child) => collect(child, collecting));
}

/** What only somebody reads who mends the program: a broken invariant, a comparison, a line of the log. */
function isForProgrammers(node: Node, { areErrorsRead }: Collecting): boolean {
  if (isNewExpression(node))
    return !areErrorsRead && /^(Error|SyntaxError|DOMException)$/.test(node.expression.getText());
  if (isCallExpression(node)) return /\blog\.(debug|info|warn|error)$/.test(node.expression.getText());
  return isBinaryExpression(node) && comparing.has(node.operatorToken.kind);
}

const comparing: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** A literal as it is written, with blanks where something is filled in; null for any other node. */
function textOf(node: Node): string | null {
  if (isJsxText(node) || isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
}

function isRead(node: Node, text: string): boolean {
  if (!/\p{L}/u.test(text)) return false;
  if (isJsxText(node)) return true;
  const parent = wordedIn(node);
  const name = isJsxAttribute(parent) || isPropertyAssignment(parent) ? parent.name.getText() : "";
  if (namesOfMachines.test(name) || wordsOfMachines.some((words) => words.test(text.trim()))) return false;
  if (namesOfTexts.test(name) || isMessage(node)) return true;
  return wording.test(text) || (isTemplateExpression(node) && isGlued(text));
}

/** A capital at the beginning, or two words with a space between them. */
const wording = /^\s*\p{Lu}\p{Ll}|\p{L}[.,:;'’”")…]*\s+[“"(]?\p{L}/u;

/** A word beside what is filled in, as in `${count} left`; units of styles and names of files have no space there. */
function isGlued(text: string): boolean {
  return /(…\s+[“"(]?\p{Ll}{2,}|\p{Ll}{2,}[,:]?\s+[“"(]?…)/u.test(text);
}

/** Whatever is said of a call that is refused, or of a command that is used wrongly: any word at all. */
function isMessage(node: Node): boolean {
  const { parent } = node;
  if (!isNewExpression(parent)) return false;
  const position = { Refusal: 1, UsageFault: 0, InvalidArgumentError: 0 }[parent.expression.getText()];
  return position !== undefined && parent.arguments?.[position] === node;
}

/** What is given the text: an attribute, a key, a call; a choice between two texts is none of these. */
function wordedIn(node: Node): Node {
  const { parent } = node;
  const isBetween =
    isJsxExpression(parent) || isConditionalExpression(parent) || isParenthesizedExpression(parent);
  return isBetween ? wordedIn(parent) : parent;
}

/** Attributes and keys whose words people read. */
const namesOfTexts =
  /^(aria-(label|description|roledescription)|placeholder|title|label|alt|hint|summary|description|word|heading|caption|what|about|message|instead)$/;

/** And those that only programs read. */
const namesOfMachines =
  /^(className|href|src|rel|name|value|id|key|d|path|icon|style|role|type|variant|autoComplete|viewBox|content|action|track|line|timeZone|containerPadding|padding|data-.*)$/;

/** Names of keys and events, calls, styles, drawings, names of files and headers, other programs' words. */
const wordsOfMachines = [
  /^(GET|POST|PUT|PATCH|DELETE) \//,
  /^(Bearer …|private, (no-store|max-age=…)|no-store, .*|text\/(html|csv); .*|attachment; .*|<(a|div) .*|default-src .*|<!doctype html>…)$/,
  /^(Arrow(Up|Down|Left|Right)|Escape|Enter|Tab|Home|End|Delete|Backspace|Files)$/,
  /^\w+(Error|Fault)$|^(Interrupted|Refusal)$/,
  /^M[-\d.\s…]+[a-zA-Z\d\s.,…-]*$/,
  /^(--|-\w, --)[\w-]+/,
  /^(light dark|dark light|theme=…|width=device-width)/,
  /^\((min-width|max-width|width|prefers-|hover|pointer)/,
  /^[.:[#*]|:is\(|^(minmax|translate|repeat|calc|auto …)/,
  /^\w+(, ?\w+( \*)?)+$/,
];
