/** Reads display texts and identifiers of a TypeScript file from its syntax tree, so that comments do not count. */
import ts from 'typescript';

export interface Found {
  readonly line: number;
  readonly text: string;
}

/** Attributes whose text is never displayed. */
const HIDDEN_ATTRIBUTES = new Set([
  'className',
  'style',
  'id',
  'key',
  'htmlFor',
  'type',
  'role',
  'd',
  'href',
]);

/** JSX text, and literals that read like a sentence or a label. A single lower-case word is taken for a code value. */
export function displayTexts(path: string, source: string): Found[] {
  const file = parse(path, source);
  const found: Found[] = [];
  const add = (node: ts.Node, text: string) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push({ line, text: text.replaceAll(/\s+/g, ' ').trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && HIDDEN_ATTRIBUTES.has(node.name.getText(file))) return;
    if (ts.isJsxText(node)) add(node, node.text);
    else if (ts.isStringLiteralLike(node)) {
      if (ts.isJsxAttribute(node.parent) || isLabel(node.text)) add(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      // One text per template: a term can be next to a placeholder, which is shown as `…`.
      const text = node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
      if (isLabel(text)) add(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export function identifiers(path: string, source: string): Found[] {
  const file = parse(path, source);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node))
      found.push({
        line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
        text: node.text,
      });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isLabel(text: string): boolean {
  return /\p{L}\S*\s+\S/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text);
}

function parse(path: string, source: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
}
