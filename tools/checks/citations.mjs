/**
 * Checks the citations in code and documents: sections of `docs/api-v3.md` (`API v3 §2.1`), of `docs/spec.md` (`spec 1 §5`), rulings
 * (`ruling 7`, the table of API v3 §9) and decisions (`docs/decisions/0007`). A topic in quotation marks after a section must be a
 * heading or a bold term of that section.
 */

/** A line break within a comment or paragraph, with what begins the next line. */
const LINE_BREAK = /\n[ \t]*(?:\*(?!\/)|\/\/|--|#|>)?[ \t]*/g;
const CITATION =
  /\b(API v3|spec [1-3]),? ((?:(?:,? and |,? to |[,;] )?§\d+(?:\.\d+)*(?:,? "[^"]{1,60}")*)+)/g;
const RULINGS = /\brulings? (\d+(?:(?:,|,? and|,? to) \d+)*)/g;
const DECISION_PATH = /docs\/decisions\/(\d{4})((?:-[a-z\d-]+)?(?:\.md)?)/g;
const DECISION_NUMBER = /\b[Dd]ecisions? (\d+)\b(?!-)/g;
/** Forms of a citation that no section can be looked up by, each with the right one. */
const WRONG_FORMS = [
  [/\bwire \d+(?:\.\d+)*/gi, 'API v3 §N.N'],
  [/\bAPI v3,? (?:section )?\d[\d.]*/gi, 'API v3 §N.N'],
  [/\bspec(?:ification)? [1-3]\b(?! §\d|,? §\d)/gi, 'spec N §N'],
  [/§\d+(?:\.\d+)* (?:to|and) \d+\.\d+/g, '§N.N to §N.N'],
];

/**
 * @typedef {object} Section
 * @property {string[]} topics headings without a number and bold terms, in lower case
 * @property {Set<number>} rulings numbers in the first column of its tables
 */

/**
 * @param {string} markdown headings such as `## 2.1 Posts` or `## 1 §5 Validation`
 * @returns {Map<string, Section>} by the number as the heading has it
 */
export function readSections(markdown) {
  const sections = new Map();
  let section = { topics: [], rulings: new Set() };
  for (const line of markdown.split('\n')) {
    const [, number] = /^#+ (\d+ §\d+|\d+(?:\.\d+)*)\.? /.exec(line) ?? [];
    if (number) {
      section = { topics: [], rulings: new Set() };
      sections.set(number, section);
      continue;
    }
    const [, heading] = /^#+ (.+)$/.exec(line) ?? [];
    if (heading) section.topics.push(heading.toLowerCase());
    for (const [, term] of line.matchAll(/\*\*([^*]+?)\.?\*\*/g)) section.topics.push(term.toLowerCase());
    const [, numbers] = /^\| (\d+(?:, \d+)*) \|/.exec(line) ?? [];
    for (const ruling of numbers?.split(', ') ?? []) section.rulings.add(Number(ruling));
  }
  return sections;
}

/** Numbers of a list such as `2 to 5` or `33 and 35`. */
function expandNumbers(list) {
  const [from, to] = /^(\d+) to (\d+)$/.exec(list)?.slice(1).map(Number) ?? [];
  if (from === undefined) return [...list.matchAll(/\d+/g)].map(([number]) => Number(number));
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/**
 * @param {string} text of a source file or page
 * @param {{ api: Map<string, Section>, spec: Map<string, Section>, decisions: string[] }} targets `decisions` are file names
 * @returns {string[]} what is wrong, one line for each citation
 */
export function findCitationFaults(text, { api, spec, decisions }) {
  const faults = [];
  const joined = text.replace(/^#+ \d+ §\d+/gm, '').replace(LINE_BREAK, ' ');
  for (const [citation, document, list] of joined.matchAll(CITATION)) {
    const part = document === 'API v3' ? '' : `${document.slice('spec '.length)} §`;
    const cited = [...list.matchAll(/§([\d.]*\d)/g)].map(([, number]) => `${part}${number}`);
    const sections = document === 'API v3' ? api : spec;
    const missing = cited.filter((number) => !sections.has(number));
    for (const number of missing) faults.push(`${citation}: there is no section ${number}`);
    const topics = new Set(cited.flatMap((number) => sections.get(number)?.topics ?? []));
    for (const [, topic] of missing.length > 0 ? [] : list.matchAll(/"([^"]+)"/g))
      if (!topics.has(topic.toLowerCase())) faults.push(`${citation}: the section has no topic "${topic}"`);
  }
  const rulings = api.get('9')?.rulings ?? new Set();
  for (const [citation, list] of joined.matchAll(RULINGS))
    for (const number of expandNumbers(list))
      if (!rulings.has(number)) faults.push(`${citation}: API v3 §9 has no ruling ${number}`);
  for (const [citation, number, rest] of joined.matchAll(DECISION_PATH)) {
    const isNamed = rest.startsWith('-');
    const exists = decisions.some((name) =>
      isNamed ? name === `${number}${rest.replace(/\.md$/, '')}.md` : name.startsWith(`${number}-`),
    );
    if (!exists) faults.push(`${citation}: there is no such decision`);
  }
  for (const [citation, number] of joined.matchAll(DECISION_NUMBER))
    if (!decisions.some((name) => name.startsWith(`${number.padStart(4, '0')}-`)))
      faults.push(`${citation}: there is no such decision`);
  const uncited = joined.replace(CITATION, '').replace(/\bRFC \d+ §[\d.]+/g, '');
  for (const [number] of uncited.matchAll(/§\d[\d.]*/g))
    faults.push(`${number}: write the document before it`);
  for (const [pattern, form] of WRONG_FORMS)
    for (const [citation] of joined.matchAll(pattern)) faults.push(`${citation}: write ${form}`);
  return faults;
}
