/** Reads categories in two levels from pasted text. Pure. */
import { limits } from '@waypost/contract/common/limits';

/** A category of the list with those below it. */
export interface ListedCategory {
  tag: string;
  children: string[];
}

/** `-`, `•`, `1.` and similar in front of a line. */
const bullet = /^(?:[-*•–—▪◦○☐]|\(?\d{1,3}[.)])\s+/u;
const indentOf = (line: string) => (/^[\t ]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length;
const normalize = (line: string) => line.trim().replace(bullet, '').replaceAll(/\s+/g, ' ').trim();

const isSame = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * The categories of a list: a line that is indented further than the first one, or follows in a later cell of a table, belongs to
 * the line above that is not. Names that are there twice are taken once.
 */
export function parseCategoryList(text: string): ListedCategory[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => normalize(line) !== '');
  const base = Math.min(...lines.map(indentOf));
  const list: ListedCategory[] = [];
  const addChild = (parent: ListedCategory, tag: string) => {
    if (tag !== '' && !parent.children.some(isSame(tag))) parent.children.push(tag);
  };
  const addParent = (tag: string): ListedCategory => {
    const existing = list.find((it) => isSame(it.tag)(tag));
    if (existing) return existing;
    const added = { tag, children: [] };
    list.push(added);
    return added;
  };
  let parent: ListedCategory | undefined;
  for (const line of lines) {
    if (parent && indentOf(line) > base) {
      addChild(parent, normalize(line));
      continue;
    }
    const [first = '', ...cells] = line.split('\t').map(normalize);
    parent = addParent(first);
    for (const cell of cells) addChild(parent, cell);
  }
  return list;
}

/** Number of categories of both levels. */
export const countListed = (list: readonly ListedCategory[]): number =>
  list.reduce((sum, { children }) => sum + 1 + children.length, 0);

/** Whether the server accepts a name. */
export const isNameValid = (tag: string): boolean =>
  tag.length >= limits.categoryName.min && tag.length <= limits.categoryName.max;
