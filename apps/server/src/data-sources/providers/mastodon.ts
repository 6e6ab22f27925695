/** Mastodon, and servers that speak as it does: posts under #tags, and with an access token those that a search finds. */
import { z } from 'zod';
import { askFeed, FeedFault, jsonOf, listed, quietUntil, seconds } from '../feeds/asked.ts';
import { textOfHtml } from '../mail/text-of-html.ts';
import type { IncomingMessage, Provider } from '../provider.ts';

/** Posts that a server gives at once. */
const page = 40;

const State = z.object({
  /** The newest post of each term. */
  last: z.record(z.string(), z.string()),
  quiet: z.number(),
});

const Status = z.object({
  id: z.string().min(1),
  uri: z.string().min(1),
  url: z.string().nullish(),
  created_at: z.string(),
  content: z.string(),
  spoiler_text: z.string().nullish(),
  visibility: z.string().optional(),
  reblog: z.unknown(),
  account: z.object({ acct: z.string().min(1) }),
});
type Status = z.infer<typeof Status>;
const Found = z.union([
  z.array(Status),
  z.object({ statuses: z.array(Status) }).transform((it) => it.statuses),
]);

/** Numbers grow longer; other servers' words are all as long. */
const isNewer = (a: string, b: string) => (a.length === b.length ? a > b : a.length > b.length);

function addressFor(base: string, term: string, last: string | undefined): URL {
  const isTag = /^#[\p{L}\p{N}_]+$/u.test(term);
  const address = new URL(
    isTag ? `/api/v1/timelines/tag/${encodeURIComponent(term.slice(1))}` : '/api/v2/search',
    base,
  );
  const asked = {
    limit: String(page),
    ...(isTag ? {} : { q: term, type: 'statuses' }),
    ...(last && { min_id: last }),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return address;
}

/** Only what everybody may read: a search also finds what was written to the owner of the token alone. */
const isOpen = ({ visibility = 'public', reblog }: Status) =>
  (visibility === 'public' || visibility === 'unlisted') && !reblog;

function messageOf(
  { uri, url, created_at, content, spoiler_text, account }: Status,
  host: string,
): IncomingMessage {
  const text = textOfHtml(content, { isAnswer: false, isForwarded: true }).trim();
  const created = new Date(created_at);
  return {
    type: 'twitter',
    from: account.acct.includes('@') ? account.acct : `${account.acct}@${host}`,
    title: spoiler_text?.trim() ? spoiler_text : null,
    message: [text, url ?? uri].filter((it) => it !== '').join('\n\n'),
    id: uri,
    ...(Number.isNaN(created.getTime()) ? {} : { datetime: created }),
  };
}

export const mastodon: Provider<'mastodon'> = {
  id: 'mastodon',
  async poll({ url: base, search_terms, access_token }, before, { fetcher, signal, warn }) {
    const state = State.safeParse(before).data ?? { last: {}, quiet: 0 };
    if (seconds() < state.quiet) return { messages: [], state };
    const { host } = new URL(base);
    const headers: Record<string, string> = access_token ? { authorization: `Bearer ${access_token}` } : {};
    const terms = listed(search_terms);
    const last: Record<string, string> = {};
    const found = new Map<string, Status>();
    let more = false;
    let quiet = 0;
    let refused: FeedFault | undefined;
    for (const term of terms) {
      const known = state.last[term];
      if (known !== undefined) last[term] = known;
      if (quiet > 0) continue;
      const answer = await askFeed(fetcher, addressFor(base, term, known).href, { headers, signal });
      quiet = quietUntil(answer) ?? 0;
      if (quiet > 0) {
        warn('A Mastodon server wants to be left alone for a while');
        continue;
      }
      try {
        const statuses = Found.parse(jsonOf(answer));
        for (const status of statuses) {
          if (isOpen(status)) found.set(status.uri, status);
          if (last[term] === undefined || isNewer(status.id, last[term])) last[term] = status.id;
        }
        more ||= known !== undefined && statuses.length >= page;
      } catch (error) {
        // One term that is not answered, such as words without a token, leaves the others alone.
        refused = error instanceof FeedFault ? error : new FeedFault('unreadable');
      }
    }
    if (refused && found.size === 0) throw refused;
    const messages = [...found.values()]
      .sort((a, b) => (isNewer(a.id, b.id) ? 1 : -1))
      .map((it) => messageOf(it, host));
    return { messages, state: { last, quiet }, more: more && quiet === 0 };
  },
};
