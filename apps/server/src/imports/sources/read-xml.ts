/**
 * Reads XML as a stream. A document type, and with it every external entity and every entity of the file's own, is refused, and so is
 * nesting, a list of attributes or a name that no table has: memory use does not depend on the file.
 */
import sax from 'sax';
import { ImportRefusal } from './import-refusal.ts';

/** Nested elements, and attributes of one element. */
const maxDepth = 100;
const maxAttributes = 200;

/** Receives the parts of a document. Names have no namespace prefix. */
export interface XmlHandler {
  /** @param namespace its address, or its prefix if that is not declared; empty for none */
  open?: (name: string, attributes: Readonly<Record<string, string>>, namespace: string) => void;
  close?: (name: string) => void;
  /** A piece of text: a long text comes in several. */
  text?: (piece: string) => void;
}

/** Only the five entities of XML itself; positions, which take time, are not counted. The types of the library do not know the options yet. */
const parserOptions: sax.SAXOptions & { strictEntities: boolean } = { strictEntities: true, position: false };

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

/** The namespaces that an element declares, by their prefixes, and those outside of it. */
interface Scope {
  namespaces: ReadonlyMap<string, string>;
  outer: Scope | null;
}

/** The address of a namespace, or its prefix if it is not declared. */
function findNamespace(scope: Scope | null, prefix: string): string {
  for (let it = scope; it; it = it.outer) {
    const namespace = it.namespaces.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return prefix;
}

/** The attributes of an element by their local names, and the namespaces that it declares, by their prefixes. */
function readAttributes(attributes: Readonly<Record<string, string>>) {
  const keys = Object.keys(attributes);
  if (!keys.some((key) => key.includes(':') || key === 'xmlns'))
    return { values: attributes, namespaces: null };
  const values = new Map<string, string>();
  let namespaces: Map<string, string> | null = null;
  for (const [key, value] of Object.entries(attributes)) {
    const prefix = prefixOf(key);
    const name = localName(key);
    // An attribute without a prefix is that of the format: `id`, not `xml:id`.
    if (prefix === '' || !values.has(name)) values.set(name, value);
    if (prefix !== 'xmlns' && key !== 'xmlns') continue;
    namespaces ??= new Map();
    namespaces.set(prefix === '' ? '' : name, value);
  }
  return { values: Object.fromEntries(values), namespaces };
}

/** Creates a parser that writes to a handler. */
function createParser(handler: XmlHandler) {
  const parser = sax.parser(true, parserOptions);
  let depth = 0;
  let attributeCount = 0;
  /** The scopes around the open elements. */
  const scopes: (Scope | null)[] = [];
  let scope: Scope | null = null;
  parser.ondoctype = () => {
    throw new ImportRefusal('importUnsafe');
  };
  parser.onerror = () => {
    throw new ImportRefusal('importBroken');
  };
  parser.onopentagstart = () => {
    attributeCount = 0;
    if (++depth > maxDepth) throw new ImportRefusal('importBroken');
  };
  parser.onattribute = () => {
    if (++attributeCount > maxAttributes) throw new ImportRefusal('importBroken');
  };
  parser.onopentag = ({ name, attributes }) => {
    // Strings, since the parser does not resolve namespaces.
    const { values, namespaces } = readAttributes(attributes as Record<string, string>);
    scopes.push(scope);
    if (namespaces) scope = { namespaces, outer: scope };
    handler.open?.(localName(name), values, findNamespace(scope, prefixOf(name)));
  };
  parser.onclosetag = (name) => {
    depth--;
    scope = scopes.pop() ?? null;
    handler.close?.(localName(name));
  };
  parser.ontext = (piece) => handler.text?.(piece);
  parser.oncdata = (piece) => handler.text?.(piece);
  return parser;
}

/**
 * Reads a document piece by piece.
 * @yields after each piece, so that the caller can pass on what its handler has collected
 * @throws ImportRefusal if it is no XML, or has a document type
 */
export async function* parseXml(text: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<undefined> {
  const parser = createParser(handler);
  for await (const piece of text) {
    parser.write(piece);
    yield undefined;
  }
  parser.close();
  yield undefined;
}

/** Reads a small document to its end. */
export async function readXml(text: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  for await (const _ of parseXml(text, handler));
}

/** The name of the outermost element; empty for none. Only the beginning is read. @throws ImportRefusal if it is no XML */
export async function findRootElement(text: AsyncIterable<string>): Promise<string> {
  let root = '';
  const handler: XmlHandler = {
    open(name) {
      root ||= name;
    },
  };
  for await (const _ of parseXml(text, handler)) if (root !== '') break;
  return root;
}
