/** Texts of notifications: a mail as plain text and simple HTML, or a text message. Pure. */

import type { Translator } from '../i18n/i18n.public.ts';
import type { Mail } from '../kernel/mailer.ts';
import type { SetDigest } from './notification-delivery.sql.ts';

/** Base URLs of the links in a notification. */
export interface BaseUrls {
  /** Of the client, where posts are shown; undefined if not configured. */
  client: string | undefined;
  /** Of the server, for unsubscribe links. */
  server: string | undefined;
}

interface UnsubscribeLinks {
  /** Unsubscribes one notification. */
  forNotification: (notificationId: number) => string;
  /** Unsubscribes everything that is sent to this contact. */
  forAll: string;
}

const excerptLength = 150;

/** Collapses whitespace, line breaks and control characters. */
const toSingleLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function excerpt(content: string | null): string {
  const text = toSingleLine(content ?? '');
  return text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}…` : text;
}

const postTitle = ({ t }: Translator, { id, title }: SetDigest['posts'][number]) =>
  toSingleLine(title ?? '') || t('notification.postTitle', { id });

const countPosts = (sets: readonly SetDigest[]) => sets.reduce((sum, set) => sum + set.total, 0);

function composeSubject(translator: Translator, site: string, sets: readonly SetDigest[]): string {
  const { t } = translator;
  const count = countPosts(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (count === 1 && post) return `${site}: ${postTitle(translator, post)}`;
  const summary =
    sets.length === 1 && set
      ? t('notification.newPostsIn', { count, name: toSingleLine(set.name) })
      : t('notification.newPosts', { count });
  return `${site}: ${summary}`;
}

const setUrl = (client: string, { kind, set_id }: SetDigest) =>
  `${client}/${kind === 'collection' ? 'collections' : 'savedsearches'}/${set_id}`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function composeText(translator: Translator, sets: readonly SetDigest[], { client }: BaseUrls): string[] {
  const { t } = translator;
  return sets.flatMap((set) => {
    const moreCount = set.total - set.posts.length;
    const more = t('notification.more', { count: moreCount });
    return [
      t('notification.newIn', { name: toSingleLine(set.name) }),
      '',
      ...set.posts.flatMap((post) => {
        const about = excerpt(post.content);
        return [
          `* ${postTitle(translator, post)}`,
          ...(about ? [`  ${about}`] : []),
          ...(client === undefined ? [] : [`  ${client}/posts/${post.id}`]),
          '',
        ];
      }),
      ...(moreCount > 0 ? [client === undefined ? more : `${more}: ${setUrl(client, set)}`, ''] : []),
    ];
  });
}

const paragraph = (inside: string) => `<p dir="auto">${inside}</p>`;
const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** Escapes a text around a part that is HTML already. @param compose inserts a placeholder into the text */
const wrapHtml = (compose: (placeholder: string) => string, html: string) => {
  const [before = '', after = ''] = compose('\n').split('\n');
  return `${escapeHtml(before)}${html}${escapeHtml(after)}`;
};

function composeHtml(translator: Translator, sets: readonly SetDigest[], { client }: BaseUrls): string {
  const { t } = translator;
  const linkOrText = (url: string | undefined, text: string) =>
    url === undefined ? escapeHtml(text) : link(url, text);
  return sets
    .map((set) => {
      const moreCount = set.total - set.posts.length;
      const name = linkOrText(client && setUrl(client, set), toSingleLine(set.name));
      const posts = set.posts.map((post) => {
        const about = excerpt(post.content);
        const title = `<strong>${linkOrText(client && `${client}/posts/${post.id}`, postTitle(translator, post))}</strong>`;
        return `<li dir="auto">${title}${about ? `<br>${escapeHtml(about)}` : ''}</li>`;
      });
      return [
        paragraph(wrapHtml((placeholder) => t('notification.newIn', { name: placeholder }), name)),
        `<ul>${posts.join('')}</ul>`,
        ...(moreCount > 0
          ? [
              paragraph(
                linkOrText(client && setUrl(client, set), t('notification.more', { count: moreCount })),
              ),
            ]
          : []),
      ].join('');
    })
    .join('');
}

/** The footer: why the mail was sent, and how to unsubscribe. */
function composeFooter(
  { t }: Translator,
  site: string,
  sets: readonly SetDigest[],
  unsubscribeLinks: UnsubscribeLinks | undefined,
): [text: string[], html: string] {
  const reason = t('notification.reason', { site });
  if (!unsubscribeLinks) {
    const howToStop = t('notification.howToStop');
    return [
      ['--', reason, howToStop, ''],
      paragraph(`<small>${escapeHtml(`${reason} ${howToStop}`)}</small>`),
    ];
  }
  const setLinks = sets.map((set): [string, string] => [
    t('notification.unsubscribe', { name: toSingleLine(set.name) }),
    unsubscribeLinks.forNotification(set.notification_id),
  ]);
  const linkForAll: [string, string] = [t('notification.unsubscribeAll'), unsubscribeLinks.forAll];
  const text = [...setLinks, linkForAll].flatMap(([label, url]) => [`${label}:`, url]);
  const html = [...setLinks, linkForAll].map(([label, url]) => link(url, label)).join('<br>');
  return [
    ['--', reason, '', ...text, ''],
    `<hr>${paragraph(`<small>${escapeHtml(reason)}<br>${html}</small>`)}`,
  ];
}

/**
 * Composes a notification mail.
 * @param translator in the recipient's language
 * @param unsubscribeLinks undefined if the server's base URL is unknown
 */
export function composeNotificationMail(
  translator: Translator,
  site: string,
  sets: readonly SetDigest[],
  baseUrls: BaseUrls,
  unsubscribeLinks: UnsubscribeLinks | undefined,
): Omit<Mail, 'to'> {
  const [footerText, footerHtml] = composeFooter(translator, site, sets, unsubscribeLinks);
  const [firstSet] = sets;
  const oneClickUrl =
    unsubscribeLinks &&
    (sets.length === 1 && firstSet
      ? unsubscribeLinks.forNotification(firstSet.notification_id)
      : unsubscribeLinks.forAll);
  return {
    subject: composeSubject(translator, site, sets),
    text: [...composeText(translator, sets, baseUrls), ...footerText].join('\n'),
    html: `<!doctype html><html lang="${translator.language}" dir="${translator.direction}"><body>${composeHtml(translator, sets, baseUrls)}${footerHtml}</body></html>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(oneClickUrl
        ? { 'List-Unsubscribe': `<${oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

/** Composes a text message (API v3 §5.4): the site in brackets, then the title of the post or the number of posts, then a link. */
export function composeNotificationSms(
  translator: Translator,
  site: string,
  sets: readonly SetDigest[],
  { client }: BaseUrls,
): string {
  const count = countPosts(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (count === 1 && post)
    return `[${site}] ${postTitle(translator, post)}${client ? ` ${client}/posts/${post.id}` : ''}`;
  const setLink = client && set && sets.length === 1 ? ` ${setUrl(client, set)}` : '';
  return `[${site}] ${translator.t('notification.newPosts', { count })}${setLink}`;
}
