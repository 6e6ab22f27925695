/** HTML of the pages at `/help`. They work without scripts and use the app's colours. */
import { escapeHtml } from './markdown.ts';
import type { Guide, GuidePage } from './read-guide.ts';
import type { GuideSearchHit } from './search-guide.ts';

interface PageFrame {
  title: string;
  description: string;
  /** URL of the page, to mark it in the contents. */
  url?: string;
  question?: string;
  body: string;
}

const renderLink = ({ url, title }: GuidePage, currentUrl?: string) =>
  `<a href="${url}"${url === currentUrl ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;

const renderContents = (guide: Guide, currentUrl?: string): string =>
  guide.parts
    .map(
      ({ title, pages }) =>
        `<p class="part">${escapeHtml(title)}</p><ul>${pages.map((page) => `<li>${renderLink(page, currentUrl)}</li>`).join('')}</ul>`,
    )
    .join('\n');

function renderFrame(guide: Guide, { title, description, url, question = '', body }: PageFrame): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<link rel="stylesheet" href="/help.css">
</head>
<body>
<a class="skip" href="#content">Skip to main content</a>
<header>
<a class="mark" href="/help"><img src="/favicon.svg" alt="" width="28" height="28">Help</a>
<form role="search" action="/help" method="get">
<input type="search" name="q" value="${escapeHtml(question)}" aria-label="Search the guide" placeholder="Search the guide" maxlength="200" autocomplete="off">
<button type="submit">Search</button>
</form>
<p class="ways"><a class="jump" href="#contents">Contents</a> <a href="/">Open the map</a></p>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${body}
</main>
<nav id="contents" aria-label="Contents">
${renderContents(guide, url)}
</nav>
</div>
</body>
</html>
`;
}

/** The start page with all parts and pages. */
export function renderStartPage(guide: Guide): string {
  const parts = guide.parts.map(
    ({ name, title, lead, pages }) =>
      `<section aria-labelledby="${name}"><h2 id="${name}">${escapeHtml(title)}</h2><p>${escapeHtml(lead)}</p><ul class="cards">${pages
        .map(
          (page) =>
            `<li><a href="${page.url}"><strong>${escapeHtml(page.title)}</strong> <span>${escapeHtml(page.lead)}</span></a></li>`,
        )
        .join('')}</ul></section>`,
  );
  return renderFrame(guide, {
    title: 'Waypost help',
    description: 'How to report and review with Waypost, how to run it, and how to use its API.',
    body: `<h1>Help</h1>\n<p class="lead">How to report and review with Waypost, how to run it, and how to use its API.</p>\n${parts.join('\n')}`,
  });
}

function renderPreviousAndNext({ pages }: Guide, page: GuidePage): string {
  const index = pages.indexOf(page);
  const renderNeighbour = (neighbour: GuidePage | undefined, rel: string, label: string) =>
    neighbour
      ? `<a rel="${rel}" href="${neighbour.url}"><span>${label}</span> ${escapeHtml(neighbour.title)}</a>`
      : '';
  return `<nav class="neighbours" aria-label="Previous and next page">${renderNeighbour(pages[index - 1], 'prev', 'Previous')}${renderNeighbour(
    pages[index + 1],
    'next',
    'Next',
  )}</nav>`;
}

/** A page of the guide with links to the previous and next page. */
export const renderGuidePage = (guide: Guide, page: GuidePage): string =>
  renderFrame(guide, {
    title: `${page.title} – Waypost help`,
    description: page.lead,
    url: page.url,
    body: `<p class="where">${escapeHtml(page.part)}</p>\n<article>${page.html}</article>\n${renderPreviousAndNext(guide, page)}`,
  });

const renderResult = ({ page, section, excerpt }: GuideSearchHit): string => {
  const url = section.id ? `${page.url}#${section.id}` : page.url;
  const text = excerpt
    .map((piece) => (piece.isMatch ? `<mark>${escapeHtml(piece.text)}</mark>` : escapeHtml(piece.text)))
    .join('');
  const location = section.id ? `${page.part} · ${page.title}` : page.part;
  return `<li><a href="${url}">${escapeHtml(section.title)}</a><p class="where">${escapeHtml(location)}</p><p>${text}</p></li>`;
};

/** The page of search results. @param question the search terms as entered */
export function renderResultsPage(guide: Guide, question: string, hits: readonly GuideSearchHit[]): string {
  const quotedQuestion = `“${escapeHtml(question)}”`;
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  const body =
    hits.length > 0
      ? `<h1>${count} for ${quotedQuestion}</h1>\n<ol class="results">${hits.map(renderResult).join('\n')}</ol>`
      : `<h1>No results found for ${quotedQuestion}</h1>\n<p>Try other or fewer words, or look through the contents.</p>`;
  return renderFrame(guide, {
    title: `${question} – Waypost help`,
    description: 'Search results in the guide.',
    question,
    body,
  });
}

/** The page for unknown URLs. */
export const renderNotFoundPage = (guide: Guide): string =>
  renderFrame(guide, {
    title: 'Page not found – Waypost help',
    description: 'This page was not found.',
    body: '<h1>Page not found</h1>\n<p>It may have been renamed. Search for it, look through the contents, or <a href="/help">go to the start page of the help</a>.</p>',
  });
