/** The words by which somebody is told of posts: a mail, as text and as simple HTML, or a short message. Pure. */

import type { Words } from '../i18n/i18n.public.ts';
import type { Mail } from '../kernel/mailer.ts';
import type { SetDigest } from './notification-delivery.sql.ts';

export interface BaseUrls {
  /** Where posts are looked at; undefined where nobody has ever said. */
  client: string | undefined;
  /** Where being told is ended. */
  server: string | undefined;
}

interface UnsubscribeLinks {
  /** Ends being told of one collection or saved search, by the notification's id. */
  forNotification: (notificationId: number) => string;
  /** Ends being told at this address at all. */
  forAll: string;
}

const excerptLength = 150;

/** On one line, however it was written. */
const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function excerpt(content: string | null): string {
  const text = toSingleLine(content ?? '');
  return text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}…` : text;
}

const postTitle = ({ t }: Words, { id, title }: SetDigest['posts'][number]) =>
  toSingleLine(title ?? '') || t('notification.postTitle', { id });

const countPosts = (sets: readonly SetDigest[]) => sets.reduce((sum, set) => sum + set.total, 0);

function composeSubject(words: Words, site: string, sets: readonly SetDigest[]): string {
  const { t } = words;
  const count = countPosts(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (count === 1 && post) return `${site}: ${postTitle(words, post)}`;
  const news =
    sets.length === 1 && set
      ? t('notification.newPostsIn', { count, name: toSingleLine(set.name) })
      : t('notification.newPosts', { count });
  return `${site}: ${news}`;
}

const setUrl = (client: string, { kind, set_id }: SetDigest) =>
  `${client}/${kind === 'collection' ? 'collections' : 'savedsearches'}/${set_id}`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function composeText(words: Words, sets: readonly SetDigest[], { client }: BaseUrls): string[] {
  const { t } = words;
  return sets.flatMap((set) => {
    const count = set.total - set.posts.length;
    const more = t('notification.more', { count });
    return [
      t('notification.newIn', { name: toSingleLine(set.name) }),
      '',
      ...set.posts.flatMap((post) => {
        const about = excerpt(post.content);
        return [
          `* ${postTitle(words, post)}`,
          ...(about ? [`  ${about}`] : []),
          ...(client === undefined ? [] : [`  ${client}/posts/${post.id}`]),
          '',
        ];
      }),
      ...(count > 0 ? [client === undefined ? more : `${more}: ${setUrl(client, set)}`, ''] : []),
    ];
  });
}

const paragraph = (inside: string) => `<p dir="auto">${inside}</p>`;
const link = (address: string, text: string) => `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;

/** Words around something that is HTML already. */
const wrapHtml = (words: (inside: string) => string, html: string) => {
  const [before = '', after = ''] = words('\n').split('\n');
  return `${escapeHtml(before)}${html}${escapeHtml(after)}`;
};

function composeHtml(words: Words, sets: readonly SetDigest[], { client }: BaseUrls): string {
  const { t } = words;
  const linked = (address: string | undefined, text: string) =>
    address === undefined ? escapeHtml(text) : link(address, text);
  return sets
    .map((set) => {
      const count = set.total - set.posts.length;
      const name = linked(client && setUrl(client, set), toSingleLine(set.name));
      const posts = set.posts.map((post) => {
        const about = excerpt(post.content);
        const title = `<strong>${linked(client && `${client}/posts/${post.id}`, postTitle(words, post))}</strong>`;
        return `<li dir="auto">${title}${about ? `<br>${escapeHtml(about)}` : ''}</li>`;
      });
      return [
        paragraph(wrapHtml((inside) => t('notification.newIn', { name: inside }), name)),
        `<ul>${posts.join('')}</ul>`,
        ...(count > 0
          ? [paragraph(linked(client && setUrl(client, set), t('notification.more', { count })))]
          : []),
      ].join('');
    })
    .join('');
}

/** What stands below: why the mail came, and how it does not come again. */
function composeFooter(
  { t }: Words,
  site: string,
  sets: readonly SetDigest[],
  unsubscribeLinks: UnsubscribeLinks | undefined,
): [text: string[], html: string] {
  const why = t('notification.reason', { site });
  if (!unsubscribeLinks) {
    const how = t('notification.howToStop');
    return [['--', why, how, ''], paragraph(`<small>${escapeHtml(`${why} ${how}`)}</small>`)];
  }
  const stops = sets.map((set): [string, string] => [
    t('notification.unsubscribe', { name: toSingleLine(set.name) }),
    unsubscribeLinks.forNotification(set.notification_id),
  ]);
  const all: [string, string] = [t('notification.unsubscribeAll'), unsubscribeLinks.forAll];
  const text = [...stops, all].flatMap(([words, address]) => [`${words}:`, address]);
  const html = [...stops, all].map(([words, address]) => link(address, words)).join('<br>');
  return [['--', why, '', ...text, ''], `<hr>${paragraph(`<small>${escapeHtml(why)}<br>${html}</small>`)}`];
}

/**
 * @param translator in the language of who reads it
 * @param unsubscribeLinks makes the addresses that end it; without a server's address there are none
 */
export function composeNotificationMail(
  translator: Words,
  site: string,
  sets: readonly SetDigest[],
  baseUrls: BaseUrls,
  unsubscribeLinks: UnsubscribeLinks | undefined,
): Omit<Mail, 'to'> {
  const [endText, endHtml] = composeFooter(translator, site, sets, unsubscribeLinks);
  const [only] = sets;
  const oneClick =
    unsubscribeLinks &&
    (sets.length === 1 && only
      ? unsubscribeLinks.forNotification(only.notification_id)
      : unsubscribeLinks.forAll);
  return {
    subject: composeSubject(translator, site, sets),
    text: [...composeText(translator, sets, baseUrls), ...endText].join('\n'),
    html: `<!doctype html><html lang="${translator.language}" dir="${translator.direction}"><body>${composeHtml(translator, sets, baseUrls)}${endHtml}</body></html>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(oneClick
        ? { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

/** As short as it goes (API v3 §5.4): the site in brackets and the title, or how many there are, and where. */
export function composeNotificationSms(
  translator: Words,
  site: string,
  sets: readonly SetDigest[],
  { client }: BaseUrls,
): string {
  const count = countPosts(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (count === 1 && post)
    return `[${site}] ${postTitle(translator, post)}${client ? ` ${client}/posts/${post.id}` : ''}`;
  const where = client && set && sets.length === 1 ? ` ${setUrl(client, set)}` : '';
  return `[${site}] ${translator.t('notification.newPosts', { count })}${where}`;
}
