/**
 * The guide at `/help` without a network. The server writes its pages; once one was opened, all of them are kept, since
 * together they are some 50 kB, and its pictures as they are seen. Nobody's in particular: the guide tells nothing of a deployment.
 */
import { find, keep } from './bounded.ts';
import { found } from './help-search.ts';
import { version } from './shell.ts';

const prefix = 'waypost-help-';
const store = prefix + version;
const style = '/help.css';
const first = '/help';
const most = 200;

export const isHelp = (path: string): boolean =>
  path === first || path.startsWith(`${first}/`) || path === style;

/** The guide belongs to its release. */
export async function dropOldHelp(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== store);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Pages that the contents of one name. */
const pagesOf = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(/href="(\/help\/[\w-]+\/[\w-]+)"/g), (it) => it[1] ?? '')),
];

/** Fetches what is not there yet, one after another: somebody is reading meanwhile. */
async function keepAll(html: string): Promise<void> {
  const cache = await caches.open(store);
  for (const path of [style, first, ...pagesOf(html)]) {
    if (await cache.match(path)) continue;
    const answer = await fetch(path).catch(() => null);
    if (!answer) return;
    if (answer.ok) await keep(store, path, answer, most);
  }
}

/** What the kept pages say of a question, in the frame of the first one. */
async function searched(question: string): Promise<Response | undefined> {
  const cache = await caches.open(store);
  const frame = await cache.match(first);
  if (!frame) return undefined;
  const html = await frame.text();
  const texts = await Promise.all(
    pagesOf(html).map(async (path) => ({ path, html: (await (await cache.match(path))?.text()) ?? '' })),
  );
  return new Response(found(html, texts, question), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

/** A page, a picture or the style of the guide: as the server has it, else as it is kept. */
export async function help(event: FetchEvent): Promise<Response> {
  const { pathname: asked, searchParams } = new URL(event.request.url);
  const pathname = asked.replace(/\/$/, '');
  const question = pathname === first ? (searchParams.get('q') ?? '').trim() : '';
  try {
    const answer = await fetch(event.request);
    if (!answer.ok || question !== '') return answer;
    const copy = answer.clone();
    const isPage = event.request.mode === 'navigate';
    event.waitUntil(
      isPage
        ? copy.text().then(async (html) => {
            await keep(store, pathname, new Response(html, { headers: copy.headers }), most);
            await keepAll(html);
          })
        : keep(store, pathname, copy, most),
    );
    return answer;
  } catch (error) {
    const kept = question === '' ? await find([store], pathname) : await searched(question);
    if (kept) return kept;
    throw error;
  }
}
