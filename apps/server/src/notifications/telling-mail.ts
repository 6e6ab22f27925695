/** The words by which somebody is told of posts: a mail, as text and as simple HTML, or a short message. Pure. */
import type { Mail } from '../kernel/mail.ts';
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

const titleOf = ({ id, title }: DueSet['posts'][number]) => line(title ?? '') || `Report no. ${id}`;

const totalOf = (sets: readonly DueSet[]) => sets.reduce((sum, set) => sum + set.total, 0);

function subjectFor(site: string, sets: readonly DueSet[]): string {
  const total = totalOf(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (total === 1 && post) return `${site}: ${titleOf(post)}`;
  return sets.length === 1 && set
    ? `${site}: ${total} new reports in “${line(set.name)}”`
    : `${site}: ${total} new reports`;
}

const addressOfSet = (client: string, { kind, set_id }: DueSet) =>
  `${client}/${kind === 'collection' ? 'collections' : 'savedsearches'}/${set_id}`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function textOf(sets: readonly DueSet[], { client }: Addresses): string[] {
  return sets.flatMap((set) => {
    const more = set.total - set.posts.length;
    return [
      `New in “${line(set.name)}”:`,
      '',
      ...set.posts.flatMap((post) => {
        const about = excerpt(post.content);
        return [
          `* ${titleOf(post)}`,
          ...(about ? [`  ${about}`] : []),
          ...(client === undefined ? [] : [`  ${client}/posts/${post.id}`]),
          '',
        ];
      }),
      ...(more > 0
        ? [`And ${more} more${client === undefined ? '.' : `: ${addressOfSet(client, set)}`}`, '']
        : []),
    ];
  });
}

const paragraph = (inside: string) => `<p dir="auto">${inside}</p>`;
const link = (address: string, text: string) => `<a href="${escaped(address)}">${escaped(text)}</a>`;

function htmlOf(sets: readonly DueSet[], { client }: Addresses): string {
  const linked = (address: string | undefined, text: string) =>
    address === undefined ? escaped(text) : link(address, text);
  return sets
    .map((set) => {
      const more = set.total - set.posts.length;
      const posts = set.posts.map((post) => {
        const about = excerpt(post.content);
        const title = `<strong>${linked(client && `${client}/posts/${post.id}`, titleOf(post))}</strong>`;
        return `<li dir="auto">${title}${about ? `<br>${escaped(about)}` : ''}</li>`;
      });
      return [
        paragraph(`New in “${linked(client && addressOfSet(client, set), line(set.name))}”:`),
        `<ul>${posts.join('')}</ul>`,
        ...(more > 0 ? [paragraph(linked(client && addressOfSet(client, set), `And ${more} more`))] : []),
      ].join('');
    })
    .join('');
}

/** What stands below: why the mail came, and how it does not come again. */
function endingText(
  site: string,
  sets: readonly DueSet[],
  ending: Ending | undefined,
): [text: string[], html: string] {
  const why = `You get this because you asked ${site} to tell you of new reports.`;
  if (!ending) {
    const how = 'To get no more of them, log in, open your account settings, and look under Notifications.';
    return [['--', why, how, ''], paragraph(`<small>${escaped(`${why} ${how}`)}</small>`)];
  }
  const stops = sets.map((set): [string, string] => [
    `Stop telling me of “${line(set.name)}”`,
    ending.of(set.notification_id),
  ]);
  const all: [string, string] = ['Tell me nothing at this address any more', ending.all];
  const text = [...stops, all].flatMap(([words, address]) => [`${words}:`, address]);
  const html = [...stops, all].map(([words, address]) => link(address, words)).join('<br>');
  return [['--', why, '', ...text, ''], `<hr>${paragraph(`<small>${escaped(why)}<br>${html}</small>`)}`];
}

/**
 * @param ending makes the addresses that end it; without a server's address there are none
 */
export function tellingMail(
  site: string,
  sets: readonly DueSet[],
  addresses: Addresses,
  ending: Ending | undefined,
): Omit<Mail, 'to'> {
  const [endText, endHtml] = endingText(site, sets, ending);
  const [only] = sets;
  const oneClick = ending && (sets.length === 1 && only ? ending.of(only.notification_id) : ending.all);
  return {
    subject: subjectFor(site, sets),
    text: [...textOf(sets, addresses), ...endText].join('\n'),
    html: `<!doctype html><html><body>${htmlOf(sets, addresses)}${endHtml}</body></html>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(oneClick
        ? { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

/** As short as it goes (wire 5.4): the site in brackets and the title, or how many there are, and where. */
export function tellingText(site: string, sets: readonly DueSet[], { client }: Addresses): string {
  const total = totalOf(sets);
  const [set] = sets;
  const [post] = set?.posts ?? [];
  if (total === 1 && post) return `[${site}] ${titleOf(post)}${client ? ` ${client}/posts/${post.id}` : ''}`;
  const where = client && set && sets.length === 1 ? ` ${addressOfSet(client, set)}` : '';
  return `[${site}] ${total} new reports${where}`;
}
