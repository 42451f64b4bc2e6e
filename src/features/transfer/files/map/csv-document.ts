/** Makes documents of CSV rows. The text of a document is written directly, so that no name of a column is special. */
import { isServerMetadata } from '../../../../document-copy/client-metadata.ts';
import { JsonTextError, parseJsonText, slice } from '../../../../protocol/json-text.ts';
import { pluralize } from '../../../../ui/format.ts';
import { splitCells, type Cell } from '../read/csv-cells.ts';
import { cellValue } from './cell-value.ts';
import { OTHER_COLUMN, pathParts, type Column } from './columns.ts';
import { isServerMade, refusedDocument, type DocumentMaker } from './document.ts';
import { idProblem } from './id-text.ts';
import type { FileSettings } from './settings.ts';

interface Leaf {
  readonly kind: 'leaf';
  readonly index: number;
}
interface Branch {
  readonly kind: 'branch';
  readonly members: Map<string, Leaf | Branch>;
}

const METADATA = '@metadata';
const COLLECTION = '@collection';
/** The signs that `ui/csv-text.ts` marks. */
const MARKED = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

class CellProblem extends Error {}

export function csvDocuments(settings: FileSettings): DocumentMaker {
  const { csv, idSource, idPrefix } = settings;
  const { columns, delimiter } = csv;
  const chosen = settings.collection.trim();
  const root = treeOf(columns);
  const metadata = root.members.get(METADATA);
  const metadataMembers = metadata?.kind === 'branch' ? metadata.members : new Map<string, Leaf | Branch>();
  const collectionLeaf = metadataMembers.get(COLLECTION);
  root.members.delete(METADATA);
  const others = root.members.get(OTHER_COLUMN);
  root.members.delete(OTHER_COLUMN);
  const hasJson = columns.some(({ included, type }) => included && (type === 'json' || type === 'any'));

  return (row) => {
    const cells = splitCells(row, delimiter);
    const surplus = cells.slice(columns.length).some(({ text }) => text !== '');
    if (cells.length < columns.length || surplus)
      return refusedDocument(
        `The row has ${pluralize(cells.length, 'cell')}; the table has ${pluralize(columns.length, 'column')}.`,
      );
    if (row.includes('\0')) return refusedDocument('The row contains a NUL byte.');
    const named = collectionLeaf?.kind === 'leaf' ? textOf(cells[collectionLeaf.index]) : '';
    const collection = named === '' ? chosen : named;
    const id = idSource === 'server' ? `${collection}/` : idPrefix + textOf(cells[csv.idColumn]);
    const problem = isServerMade(id) && idSource === 'server' ? undefined : idProblem(id);
    if (problem !== undefined) return refusedDocument(problem, id === '' ? null : id);
    try {
      const members = membersText(root, cells);
      if (others?.kind === 'leaf') members.push(...otherMembers(others.index, cells[others.index]));
      const meta = [...metadataMembers].flatMap(([key, node]) =>
        key === COLLECTION || isServerMetadata(key) ? [] : memberText(key, node, cells),
      );
      if (collection !== '') meta.unshift(`${JSON.stringify(COLLECTION)}:${JSON.stringify(collection)}`);
      if (meta.length > 0) members.push(`${JSON.stringify(METADATA)}:{${meta.join(',')}}`);
      const text = `{${members.join(',')}}`;
      // A JSON cell is one level deeper in the document than alone.
      if (hasJson) parseJsonText(text);
      return { ok: true, id, text };
    } catch (thrown) {
      if (thrown instanceof JsonTextError)
        return refusedDocument(
          `The document is not valid: ${thrown.message}`,
          idSource === 'server' ? null : id,
        );
      if (!(thrown instanceof CellProblem)) throw thrown;
      return refusedDocument(thrown.message, idSource === 'server' ? null : id);
    }
  };

  function textOf(cell: Cell | undefined): string {
    const text = cell?.text ?? '';
    return csv.dropApostrophes ? text.replace(MARKED, '') : text;
  }

  function membersText(branch: Branch, cells: readonly Cell[]): string[] {
    return [...branch.members].flatMap(([key, node]) => memberText(key, node, cells));
  }

  /** Members that have columns of their own, and metadata, are not taken from here. */
  function otherMembers(index: number, cell: Cell | undefined): readonly string[] {
    if (!cell || cell.text === '') return [];
    const text = textOf(cell);
    const object = parseJsonText(text);
    if (object.kind !== 'object')
      throw new CellProblem(`Column ${index + 1}, ${OTHER_COLUMN}: the value is not a JSON object.`);
    return object.members.flatMap(({ key, value }) =>
      key === METADATA || root.members.has(key) ? [] : [`${JSON.stringify(key)}:${slice(text, value)}`],
    );
  }

  /** Nothing for an empty cell that is left out, and for an object of only such cells. */
  function memberText(key: string, node: Leaf | Branch, cells: readonly Cell[]): readonly string[] {
    if (node.kind === 'leaf') {
      const json = leafText(node.index, cells[node.index]);
      return json === undefined ? [] : [`${JSON.stringify(key)}:${json}`];
    }
    const members = membersText(node, cells);
    return members.length === 0 ? [] : [`${JSON.stringify(key)}:{${members.join(',')}}`];
  }

  function leafText(index: number, cell: Cell | undefined): string | undefined {
    const column = columns[index];
    if (!cell || !column) return undefined;
    if (cell.text === '') {
      if (csv.empty === 'text' || (cell.quoted && column.type === 'text')) return '""';
      return csv.empty === 'null' ? 'null' : undefined;
    }
    const value = cellValue(column.type, textOf(cell));
    if (!value.ok)
      throw new CellProblem(
        `Column ${index + 1}, ${column.header || column.path}: the value ${value.problem}.`,
      );
    return value.json;
  }
}

function treeOf(columns: readonly Column[]): Branch {
  const root: Branch = { kind: 'branch', members: new Map() };
  columns.forEach((column, index) => {
    if (!column.included) return;
    const parts = pathParts(column.path);
    const last = parts.at(-1) ?? '';
    let branch = root;
    for (const part of parts.slice(0, -1)) {
      const found = branch.members.get(part);
      if (found?.kind === 'branch') branch = found;
      else {
        const made: Branch = { kind: 'branch', members: new Map() };
        branch.members.set(part, made);
        branch = made;
      }
    }
    branch.members.set(last, { kind: 'leaf', index });
  });
  return root;
}
