/** Whether a Markdown text is formatted, or shown as it was typed. */

/** The parser takes time in the square of the marks in one paragraph, and of the list items in one text. */
const limits = { marks: 5000, marksPerParagraph: 200, lines: 3000, listItems: 300 };
const marks = /[*_[\]<`]/g;
const listItem = /^(?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/gm;
/** Three quotes and lists that begin in one line, unless the line is a rule such as `- - - - -`. */
const deeplyNested =
  /^(?![ \t]*([-*_])(?:[ \t]*\1){0,40}[ \t]*$)(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){3}/m;
/** A list item that is indented by 24 columns. */
const deeplyIndented = /^(?: {0,3}\t| {4}){6}[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/m;
/** An empty line, or the start of a list item. What is indented further may continue the paragraph above. */
const betweenParagraphs = /\n[ \t]*\n|\n(?= {0,3}[-*+] {1,3}\S)/;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Not for texts with so many marks, lines or levels as nobody writes: they would freeze the page of whoever reads them. */
export const isFormattable = (text: string): boolean =>
  count(text, /\n/g) < limits.lines &&
  count(text, listItem) <= limits.listItems &&
  count(text, marks) <= limits.marks &&
  !deeplyNested.test(text) &&
  !deeplyIndented.test(text) &&
  text.split(betweenParagraphs).every((paragraph) => count(paragraph, marks) <= limits.marksPerParagraph);
