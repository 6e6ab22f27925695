import { expect, it } from 'vitest';
import { renderSearchResults } from './help-search.ts';

const frame = '<input type="search" name="q" value=""><main id="content"><h1>Help</h1></main><nav>all</nav>';
const pages = [
  {
    path: '/help/user/reporting',
    html: '<article><h1>Reporting</h1><p>Say what you saw.</p><h2 id="photos">Photos <a class="anchor" href="#photos" aria-label="Link to: Photos">#</a></h2><p>Take a photo, or <b>choose</b> one &amp; send it.</p></article>',
  },
  { path: '/help/user/map', html: '<article><h1>The map</h1><p>Photos are pins, too.</p></article>' },
];
const findLinks = (html: string) => Array.from(html.matchAll(/<a href="([^"]+)">/g), (it) => it[1]);

it('finds sections by the beginnings of all words and lists title matches first', () => {
  expect(findLinks(renderSearchResults(frame, pages, 'photo'))).toEqual([
    '/help/user/reporting#photos',
    '/help/user/map',
  ]);
  expect(findLinks(renderSearchResults(frame, pages, 'choosing photos'))).toEqual([
    '/help/user/reporting#photos',
  ]);
  const page = renderSearchResults(frame, pages, 'send');
  expect(page).toContain('<h1>One section about “send”</h1>');
  expect(page).toContain('Take a photo, or choose one &amp; send it.');
  expect(page).toContain('<nav>all</nav>');
  expect(page).toContain('name="q" value="send"');
});

it('says when nothing was found and escapes the query', () => {
  const page = renderSearchResults(frame, pages, '"><script>$& x');
  expect(page).toContain('Nothing about');
  expect(page).not.toContain('<script>');
  expect(findLinks(renderSearchResults(frame, pages, '  '))).toEqual([]);
});
