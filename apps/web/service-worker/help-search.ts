/** Search in the cached help pages. Simpler than the server's: every word must occur, by its beginning. Pure. */

/** Maximum number of sections. */
const maxResults = 20;
/** Characters of an excerpt before and after the first match. */
const excerptContext = { before: 60, after: 160 };

interface GuidePage {
  path: string;
  html: string;
}

interface GuideSection {
  url: string;
  title: string;
  page: string;
  text: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);

/** The visible text of a piece of HTML. Entities stay escaped, so that the result can be put into HTML. */
const htmlToText = (html: string): string =>
  html
    .replace(/<a class="anchor".*?<\/a>/gs, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A word without its most common English endings. */
function stemWord(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const stem = plain.replace(/(?:ing|ed|es|s|e)$/, '');
  return stem.length < 3 ? plain : stem;
}

const stemWords = (text: string): string[] => (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(stemWord);

/** Splits a page into its introduction and one section per heading. */
function splitSections({ path, html }: GuidePage): GuideSection[] {
  const article = /<article>(.*)<\/article>/s.exec(html)?.[1] ?? '';
  const [head = '', ...rest] = article.split(/(?=<h[23] id=")/);
  const page = htmlToText(/<h1[^>]*>(.*?)<\/h1>/s.exec(head)?.[1] ?? '');
  const sections = rest.map((piece) => {
    const [, id = '', title = ''] = /^<h[23] id="([^"]+)"[^>]*>(.*?)<\/h[23]>/s.exec(piece) ?? [];
    return {
      url: `${path}#${id}`,
      title: htmlToText(title),
      page,
      text: htmlToText(piece.replace(/^.*?<\/h[23]>/s, '')),
    };
  });
  return [{ url: path, title: page, page, text: htmlToText(head.replace(/<h1.*?<\/h1>/s, '')) }, ...sections];
}

/** Relevance of a section; 0 when a word is missing. */
function scoreSection({ title, text }: GuideSection, queryStems: readonly string[]): number {
  const [inTitle, inText] = [stemWords(title), stemWords(text)];
  const has = (stems: readonly string[], stem: string) => stems.some((it) => it.startsWith(stem));
  const weights = queryStems.map((stem) => (has(inTitle, stem) ? 4 : 0) + (has(inText, stem) ? 1 : 0));
  return weights.includes(0) ? 0 : weights.reduce((sum, it) => sum + it, 0);
}

function buildExcerpt(text: string, queryStems: readonly string[]): string {
  const words = Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu));
  const first =
    words.find(([word]) => queryStems.some((stem) => stemWord(word).startsWith(stem)))?.index ?? 0;
  const from = words.find(({ index }) => index >= first - excerptContext.before)?.index ?? 0;
  const last = words.findLast(({ index, 0: word }) => index + word.length <= first + excerptContext.after);
  const end = last && text.length > first + excerptContext.after ? last.index + last[0].length : text.length;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

/**
 * The page with the search results, as HTML.
 * @param frame HTML of the first help page, whose main content is replaced
 */
export function renderSearchResults(frame: string, pages: readonly GuidePage[], question: string): string {
  const queryStems = stemWords(question);
  const results = pages
    .flatMap(splitSections)
    .map((section) => ({ section, weight: queryStems.length === 0 ? 0 : scoreSection(section, queryStems) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxResults);
  const items = results.map(
    ({ section: { url, title, page, text } }) =>
      `<li><a href="${url}">${title}</a><p class="where">${page}</p><p>${buildExcerpt(text, queryStems)}</p></li>`,
  );
  const about = `“${escapeHtml(question)}”`;
  const count = results.length === 1 ? 'One section' : `${results.length} sections`;
  const body =
    results.length > 0
      ? `<h1>${count} about ${about}</h1>\n<ol class="results">${items.join('\n')}</ol>`
      : `<h1>Nothing about ${about}</h1>\n<p>Try other or fewer words, or look through the contents.</p>`;
  return frame
    .replace(/(<main[^>]*>).*(<\/main>)/s, (_all, start: string, end: string) => `${start}\n${body}\n${end}`)
    .replace(/(name="q" value=")[^"]*/, (_all, start: string) => start + escapeHtml(question));
}
