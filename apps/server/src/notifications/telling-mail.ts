/** The words by which somebody is told of posts: a mail, as text and as simple HTML, or a short message. Pure. */
import type { Mail } from '../kernel/mail.ts';
import type { Words } from '../words/words.public.ts';
import type { DueSet } from './telling.sql.ts';

export interface Addresses {
  /** Where posts are looked at; undefined where nobody has ever said. */
  client: string | undefined;
  /** Where being told is ended. */
  server: string | undefined;
}

interface Ending {
  /** Ends being told of one collection or saved search, by the notification's id. */
  of: (notificationId: number) => string;
  /** Ends being told at this address at all. */
  all: string;
}

const excerptLength = 150;

/** On one line, however it was written. */
const line = (text: string) => text.replace(/\s+/g, ' ').trim();

function excerpt(content: string | null): string {
  const text = line(content ?? '');
  return text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}…` : text;
}

const titleOf = ({ t }: Words, { id, title }: DueSet['posts'][number]) =>
  line(title ?? '') || t('telling.report', { id });

const totalOf = (sets: readonly DueSet[]) => sets.reduce((sum, set) => sum + set.total, 0);

function subjectFor(words: Words, site: string, sets: readonly DueSet[]): string {
  const { t } = words;
  const count = totalOf(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (count === 1 && post) return `${site}: ${titleOf(words, post)}`;
  const news =
    sets.length === 1 && set
      ? t('telling.reportsIn', { count, name: line(set.name) })
      : t('telling.reports', { count });
  return `${site}: ${news}`;
}

const addressOfSet = (client: string, { kind, set_id }: DueSet) =>
  `${client}/${kind === 'collection' ? 'collections' : 'savedsearches'}/${set_id}`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function textOf(words: Words, sets: readonly DueSet[], { client }: Addresses): string[] {
  const { t } = words;
  return sets.flatMap((set) => {
    const count = set.total - set.posts.length;
    const more = t('telling.more', { count });
    return [
      t('telling.newIn', { name: line(set.name) }),
      '',
      ...set.posts.flatMap((post) => {
        const about = excerpt(post.content);
        return [
          `* ${titleOf(words, post)}`,
          ...(about ? [`  ${about}`] : []),
          ...(client === undefined ? [] : [`  ${client}/posts/${post.id}`]),
          '',
        ];
      }),
      ...(count > 0 ? [client === undefined ? more : `${more}: ${addressOfSet(client, set)}`, ''] : []),
    ];
  });
}

const paragraph = (inside: string) => `<p dir="auto">${inside}</p>`;
const link = (address: string, text: string) => `<a href="${escaped(address)}">${escaped(text)}</a>`;

/** Words around something that is HTML already. */
const around = (words: (inside: string) => string, html: string) => {
  const [before = '', after = ''] = words('\n').split('\n');
  return `${escaped(before)}${html}${escaped(after)}`;
};

function htmlOf(words: Words, sets: readonly DueSet[], { client }: Addresses): string {
  const { t } = words;
  const linked = (address: string | undefined, text: string) =>
    address === undefined ? escaped(text) : link(address, text);
  return sets
    .map((set) => {
      const count = set.total - set.posts.length;
      const name = linked(client && addressOfSet(client, set), line(set.name));
      const posts = set.posts.map((post) => {
        const about = excerpt(post.content);
        const title = `<strong>${linked(client && `${client}/posts/${post.id}`, titleOf(words, post))}</strong>`;
        return `<li dir="auto">${title}${about ? `<br>${escaped(about)}` : ''}</li>`;
      });
      return [
        paragraph(around((inside) => t('telling.newIn', { name: inside }), name)),
        `<ul>${posts.join('')}</ul>`,
        ...(count > 0
          ? [paragraph(linked(client && addressOfSet(client, set), t('telling.more', { count })))]
          : []),
      ].join('');
    })
    .join('');
}

/** What stands below: why the mail came, and how it does not come again. */
function endingText(
  { t }: Words,
  site: string,
  sets: readonly DueSet[],
  ending: Ending | undefined,
): [text: string[], html: string] {
  const why = t('telling.why', { site });
  if (!ending) {
    const how = t('telling.how');
    return [['--', why, how, ''], paragraph(`<small>${escaped(`${why} ${how}`)}</small>`)];
  }
  const stops = sets.map((set): [string, string] => [
    t('telling.stop', { name: line(set.name) }),
    ending.of(set.notification_id),
  ]);
  const all: [string, string] = [t('telling.stopAll'), ending.all];
  const text = [...stops, all].flatMap(([words, address]) => [`${words}:`, address]);
  const html = [...stops, all].map(([words, address]) => link(address, words)).join('<br>');
  return [['--', why, '', ...text, ''], `<hr>${paragraph(`<small>${escaped(why)}<br>${html}</small>`)}`];
}

/**
 * @param words in the language of who reads it
 * @param ending makes the addresses that end it; without a server's address there are none
 */
export function tellingMail(
  words: Words,
  site: string,
  sets: readonly DueSet[],
  addresses: Addresses,
  ending: Ending | undefined,
): Omit<Mail, 'to'> {
  const [endText, endHtml] = endingText(words, site, sets, ending);
  const [only] = sets;
  const oneClick = ending && (sets.length === 1 && only ? ending.of(only.notification_id) : ending.all);
  return {
    subject: subjectFor(words, site, sets),
    text: [...textOf(words, sets, addresses), ...endText].join('\n'),
    html: `<!doctype html><html lang="${words.language}" dir="${words.direction}"><body>${htmlOf(words, sets, addresses)}${endHtml}</body></html>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(oneClick
        ? { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

/** As short as it goes (wire 5.4): the site in brackets and the title, or how many there are, and where. */
export function tellingText(
  words: Words,
  site: string,
  sets: readonly DueSet[],
  { client }: Addresses,
): string {
  const count = totalOf(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (count === 1 && post)
    return `[${site}] ${titleOf(words, post)}${client ? ` ${client}/posts/${post.id}` : ''}`;
  const where = client && set && sets.length === 1 ? ` ${addressOfSet(client, set)}` : '';
  return `[${site}] ${words.t('telling.reports', { count })}${where}`;
}
