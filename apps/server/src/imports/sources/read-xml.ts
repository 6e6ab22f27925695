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
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  /** A piece of text: a long text comes in several. */
  text?: (piece: string) => void;
}

/** Only the five entities of XML itself. The types of the library do not know the option yet. */
const parserOptions: sax.SAXOptions & { strictEntities: boolean } = { strictEntities: true };

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Creates a parser that writes to a handler. */
function createParser(handler: XmlHandler) {
  const parser = sax.parser(true, parserOptions);
  let depth = 0;
  let attributeCount = 0;
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
    const values = Object.entries(attributes).map(([key, value]) => [localName(key), String(value)]);
    handler.open?.(localName(name), Object.fromEntries(values) as Record<string, string>);
  };
  parser.onclosetag = (name) => {
    depth--;
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
