/** Collects the text of a cell of an ODS sheet: paragraphs are lines, and elements stand for spaces and tabs (OpenDocument 1.3, part 3, 6.1). */
import { BoundedText } from './bounded-text.ts';

/** Elements within a cell whose text is not that of the cell: comments, drawings, and the pronunciation of Japanese texts. */
const otherElements = new Set([
  'annotation',
  'caption',
  'circle',
  'connector',
  'control',
  'custom-shape',
  'ellipse',
  'frame',
  'g',
  'line',
  'measure',
  'page-thumbnail',
  'path',
  'polygon',
  'polyline',
  'rect',
  'regular-polygon',
  'ruby-text',
  'scene',
  'shapes',
]);
const paragraphElements = new Set(['p', 'h']);
/** Spaces that one element stands for: more are nobody's. */
const maxSpaces = 1000;

/** The text of one cell after the other. */
export class OdsText {
  readonly #text = new BoundedText();
  #paragraphs = 0;
  /** Depth within elements whose text is left out. */
  #otherDepth = 0;
  #isInParagraph = false;

  /** An element within the cell begins. @param spaces how many characters a `text:s` stands for */
  open(name: string, spaces: string | undefined): void {
    if (this.#otherDepth > 0 || otherElements.has(name)) this.#otherDepth++;
    else if (paragraphElements.has(name)) {
      if (this.#paragraphs++ > 0) this.#text.add('\n');
      this.#isInParagraph = true;
    } else if (name === 's')
      this.#addSpace(' '.repeat(Math.min(maxSpaces, Math.max(1, Number(spaces) || 1))));
    else if (name === 'tab') this.#addSpace('\t');
    else if (name === 'line-break') this.#addSpace('\n');
  }

  /** An element within the cell has ended. */
  close(name: string): void {
    if (this.#otherDepth > 0) this.#otherDepth--;
    else if (paragraphElements.has(name)) this.#isInParagraph = false;
  }

  /** A piece of text. Line breaks of the file are none of the text. */
  add(piece: string): void {
    if (this.#otherDepth === 0 && this.#isInParagraph) this.#text.add(piece.replace(/[\t\r\n]+/g, ' '));
  }

  #addSpace(characters: string): void {
    if (this.#isInParagraph) this.#text.add(characters);
  }

  /** The text of the cell, and starts again. */
  take(): string {
    this.#paragraphs = 0;
    this.#otherDepth = 0;
    this.#isInParagraph = false;
    return this.#text.take();
  }
}
