/** Full-text search in the guide's sections, with prefixes, stemming and typo tolerance. */
import MiniSearch from 'minisearch';
import type { Guide, GuidePage, Section } from './read-guide.ts';

/** A section that matches the search. */
export interface GuideSearchHit {
  page: GuidePage;
  section: Section;
  /** The text around the first match, in pieces; matching words are separate pieces. */
  excerpt: { text: string; isMatch: boolean }[];
}

/** Maximum number of sections in the result. */
const maxResults = 20;
/** Characters of an excerpt before and after the first match. */
const excerptLengths = { before: 60, after: 160 };
/** Characters of a query that are used. */
const maxQuestionLength = 200;

/** Removes common English endings, so that “filtering” finds “filters”. */
function stemWord(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const stem = plain.replace(/(?:ing|ed|es|s|e)$/, '');
  return stem.length < 3 ? plain : stem;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

function buildExcerpt(text: string, terms: ReadonlySet<string>): GuideSearchHit['excerpt'] {
  const words = [...text.matchAll(wordPattern)].map((match) => ({ at: match.index, word: match[0] }));
  const matches = words.filter(({ word }) => terms.has(stemWord(word)));
  const first = matches[0]?.at ?? 0;
  const from =
    first <= excerptLengths.before
      ? 0
      : (words.find(({ at }) => at >= first - excerptLengths.before)?.at ?? 0);
  const last = words.findLast(({ at, word }) => at + word.length <= first + excerptLengths.after);
  const end =
    text.length <= first + excerptLengths.after ? text.length : last ? last.at + last.word.length : first;
  const pieces: GuideSearchHit['excerpt'] = [];
  let at = from;
  for (const match of matches) {
    if (match.at < at || match.at + match.word.length > end) continue;
    pieces.push({ text: text.slice(at, match.at), isMatch: false }, { text: match.word, isMatch: true });
    at = match.at + match.word.length;
  }
  pieces.push({ text: text.slice(at, end), isMatch: false });
  if (from > 0) pieces.unshift({ text: '… ', isMatch: false });
  if (end < text.length) pieces.push({ text: ' …', isMatch: false });
  return pieces;
}

/** Creates the search function. It returns sections, best match first. */
export function createGuideSearch(guide: Guide): (question: string) => GuideSearchHit[] {
  const sections = guide.pages.flatMap((page) => page.sections.map((section) => ({ page, section })));
  const index = new MiniSearch<{ id: number; page: string; title: string; text: string }>({
    fields: ['page', 'title', 'text'],
    tokenize: (text) => text.match(wordPattern) ?? [],
    processTerm: stemWord,
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(
    sections.map(({ page, section }, id) => ({
      id,
      page: section.id === '' ? page.title : '',
      title: section.title,
      text: section.text,
    })),
  );
  return (question) => {
    const query = question.slice(0, maxQuestionLength);
    const allTermsHits = index.search(query, { combineWith: 'AND' });
    const hits = allTermsHits.length > 0 ? allTermsHits : index.search(query, { combineWith: 'OR' });
    return hits.slice(0, maxResults).flatMap(({ id, terms }) => {
      const section = sections[Number(id)];
      return section ? [{ ...section, excerpt: buildExcerpt(section.section.text, new Set(terms)) }] : [];
    });
  };
}
