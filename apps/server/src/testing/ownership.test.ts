/**
 * What a person has sent stays theirs. Every endpoint is asked for somebody's thing wherever it takes an id of it, in its
 * address, query or body, by everybody who has no right to it: the answer is the one for an id that nothing has, and the thing
 * is as it was. An endpoint or a field that the tables do not name fails the test.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from './deployment.ts';
import { type IdField, idFieldsOf } from './id-fields.ts';
import { forms, reaches, strangers, type Who } from './object-access.ts';
import { type OwnedThings, type OwnThings, ownedThings } from './owned-things.ts';
import { exceptByFormat, exceptNamed, isOwned, kindOfPath, notOwned } from './ownership-exceptions.ts';
import { type OwnedKind, takenByField, unusedEntries } from './taken-ids.ts';

/** Milliseconds: thousands of requests, on a machine that has other things to do. */
const patience = 300_000;
/** Nothing has this id. */
const unknownId = '987654321';

type Stranger = Exclude<Who, 'owner'>;
const endpoints = Object.values(endpointGroups).flat();
const isWrite = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';

let it: Deployment;
let things: OwnedThings;
const tokens = new Map<Stranger, string | undefined>();
/** What each of those who have an account has for themselves. */
const own = new Map<Stranger, OwnThings>();

beforeAll(async () => {
  it = await startDeployment();
  await spreadIds();
  things = await ownedThings(it);
  for (const who of strangers) {
    const token = who === 'passer-by' ? undefined : who === 'peer' ? things.peer : await it.tokenOf(who);
    tokens.set(who, token);
    if (token !== undefined && who !== 'visitor') own.set(who, await things.thingsOf(token));
  }
}, patience);
afterAll(() => it.close());

/** Lets each table count from a number of its own, so that an id in an answer is known from every other number. */
async function spreadIds(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname = 'public' order by 1`.execute(it.db);
  for (const [at, { name }] of rows.entries())
    await sql`select setval(${name}::regclass, ${(at + 1) * 1_000_000 + 23_456})`.execute(it.db);
}

interface Answer {
  status: number;
  text: string;
}

let requests = 0;
async function ask(
  who: Stranger,
  endpoint: Endpoint,
  url: string,
  body: object | undefined,
): Promise<Answer> {
  const token = tokens.get(who);
  const answer = await it.app.inject({
    method: endpoint.method,
    url: `/api/v3${url}`,
    // Each from an address of its own, since some are slowed down.
    remoteAddress: `192.0.2.${requests++ % 250}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body };
}

/** An answer without the id that was asked for; of a write that was carried out, without the ids and times of what it made. */
function normalised(endpoint: Endpoint, { status, text }: Answer, id: string): string {
  // Slugs end in chance.
  const named = text
    .replaceAll(/-[0-9a-f]{12}\b/g, '-CHANCE')
    .replaceAll(new RegExp(`(?<![0-9a-f])${id}(?![0-9a-f])`, 'g'), 'ID');
  return `${status} ${status < 300 && endpoint.kind === 'writes' ? named.replaceAll(/\d+|\bID\b/g, '#') : named}`;
}

/** Tables of owned things, and the ids of the owner's in them. */
const rowsOfOwner = (): [table: string, ids: readonly string[]][] => {
  const { ids } = things;
  const one = (kind: string) => [ids[kind] ?? ''];
  return [
    ['posts', one('posts')],
    ['media', [...one('media'), ...Object.values(things.pictures).map(String)]],
    ['uploads', one('uploads')],
    ['sets', [...one('collections'), ...one('savedsearches')]],
    ['notifications', one('notifications')],
    ['contacts', one('contacts')],
    ['messages', one('messages')],
    ['post_translations', one('translationId')],
    ['post_locks', one('lockId')],
    ['export_jobs', one('exports')],
    ['hxl_metadata', one('metadata')],
    ['imports', one('csv')],
    ['user_settings', one('settingId')],
    ['sessions', one('sessions')],
    ['users', one('users')],
    ['tos', one('tos')],
    ['categories', one('tags')],
    ['webhooks', one('webhooks')],
    ['webhook_deliveries', one('delivery')],
    ['api_keys', one('apikeys')],
    ['layers', one('layers')],
  ];
};

/** The owner's rows as they are now, by table and id. */
async function ownersRows(): Promise<Map<string, string>> {
  const parts = rowsOfOwner().map(
    ([table, ids]) => sql`
      select ${`${table} `} || t.id::text as name, to_jsonb(t)::text as row
      from ${sql.table(table)} as t where t.id::text = any(${ids})`,
  );
  const { rows } = await sql<{ name: string; row: string }>`${sql.join(parts, sql` union all `)}`.execute(
    it.db,
  );
  return new Map(rows.map(({ name, row }) => [name, row]));
}

/** What has happened to the owner's rows. What was deleted is put back, so that later requests find it. */
async function changesSince(before: ReadonlyMap<string, string>): Promise<string[]> {
  const now = await ownersRows();
  const changed: string[] = [];
  for (const [name, row] of before) {
    if (now.get(name) === row) continue;
    changed.push(`${name} ${now.has(name) ? 'changed' : 'deleted'}`);
    const [table = '', id = ''] = name.split(' ');
    await sql`delete from ${sql.table(table)} where id::text = ${id}`.execute(it.db);
    await sql`insert into ${sql.table(table)} overriding system value
      select * from jsonb_populate_record(null::${sql.table(table)}, ${row}::jsonb)`.execute(it.db);
  }
  return changed;
}

/** The status of an answer and what it says was wrong. */
const inShort = (answer: string) =>
  answer.startsWith('2')
    ? answer.slice(0, 120)
    : `${answer.slice(0, 3)} ${(answer.match(/"code":"[^"]+"(,"params":{[^}]*"privilege":"\w+")?/g) ?? []).join(' ').replaceAll(/"params":{.*"privilege":/g, '')}`;

/** Asks for the owner's thing and for nothing at all. @returns what tells them apart, and what it did to the owner's */
async function compare(
  who: Stranger,
  endpoint: Endpoint,
  id: string,
  request: (id: string) => { url: string; body?: object | undefined },
): Promise<string[]> {
  const before = await ownersRows();
  const answers: string[] = [];
  for (const asked of [unknownId.padEnd(id.length > 20 ? 32 : 0, '0'), id]) {
    const { url, body } = request(asked);
    const answer = await ask(who, endpoint, url, body);
    answers.push(normalised(endpoint, answer, asked));
    // What came into being goes again, as whoever made it would do it: the owner's thing has to outlive that, too.
    const made = /"id":(\d+)/.exec(answer.text)?.[1];
    const below = (path: string) =>
      path.startsWith(`${endpoint.path}/{`) && path.indexOf('/', endpoint.path.length + 1) < 0;
    const remove = endpoints.find((it) => it.method === 'DELETE' && below(it.path));
    if (endpoint.method === 'POST' && answer.status < 300 && made && remove)
      await ask(who, remove, `${url}/${made}`, undefined);
  }
  const [unknown = '', known = ''] = answers;
  const told =
    unknown === known ? [] : [`${inShort(unknown)} for an unknown id, ${inShort(known)} for the owner's`];
  return [...told, ...(await changesSince(before))];
}

/** The part of an address that says of which kind its `{id}` is. */
/** The endpoint's address with the owner's ids in it, or with others where they are named. */
function addressOf({ path }: Endpoint, others: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_all, key: string) => {
    const id = others[key] ?? things.ids[key === 'id' ? kindOfPath(path) : key];
    if (id === undefined) throw new Error(`nothing stands for ${key} in ${path}`);
    return id;
  });
}

/** A form in which everything is wrong: who has no right to the thing is not told so. */
const brokenForm = (endpoint: Endpoint) =>
  Object.fromEntries(
    Object.keys((endpoint.body.def as { shape?: object }).shape ?? { name: '' }).map((name) => [
      name,
      [[{}]],
    ]),
  );

/** Who found out what. */
const faults = new Map<string, Set<Stranger>>();
const note = (endpoint: Endpoint, field: IdField, who: Stranger, kind: string, found: readonly string[]) => {
  for (const fault of found) {
    const name = `${endpoint.name} ${field.place} ${field.name} (${kind}): ${fault}`;
    faults.set(name, (faults.get(name) ?? new Set()).add(who));
  }
};
const listed = () => [...faults].map(([fault, callers]) => `${fault} -- ${[...callers].join(', ')}`);

test(
  'by its address: a thing of somebody else answers like one that is not there',
  async () => {
    faults.clear();
    for (const endpoint of endpoints)
      for (const field of idFieldsOf(endpoint)) {
        if (field.place !== 'path' || !isOwned(endpoint.path, field.name)) continue;
        const kind = field.name === 'id' ? kindOfPath(endpoint.path) : field.name;
        for (const who of strangers) {
          if (reaches[endpoint.name]?.includes(who) === true) continue;
          // Who reads a post may be told of its lock, who reads a message that it cannot be changed.
          const reader = { posts: 'readPost', messages: 'readMessage' }[kind];
          if (reader !== undefined && reaches[reader]?.includes(who) === true) continue;
          const bodies = isWrite(endpoint) ? [forms[endpoint.name] ?? {}, brokenForm(endpoint)] : [undefined];
          for (const body of bodies)
            note(
              endpoint,
              field,
              who,
              kind,
              exceptByFormat(
                endpoint,
                kind,
                await compare(who, endpoint, things.ids[kind] ?? '', (id) => ({
                  url: addressOf(endpoint, { [field.name]: id }),
                  body,
                })),
              ),
            );
        }
      }
    expect(listed()).toEqual([]);
  },
  patience,
);

test(
  'within a thing of one’s own: what belongs to somebody else’s is not there',
  async () => {
    faults.clear();
    for (const endpoint of endpoints) {
      const [parent, child, ...more] = idFieldsOf(endpoint).filter(({ place }) => place === 'path');
      if (!parent || !child || more.length > 0 || notOwned.has(child.name)) continue;
      for (const who of strangers) {
        const mine = own.get(who)?.[kindOfPath(endpoint.path)];
        // Those who manage posts have a right to every child.
        if (mine === undefined || reaches[endpoint.name]?.includes(who) === true) continue;
        const found = await compare(who, endpoint, things.ids[child.name] ?? '', (id) => ({
          url: addressOf(endpoint, { [parent.name]: mine, [child.name]: id }),
          body: isWrite(endpoint) ? (forms[endpoint.name] ?? {}) : undefined,
        }));
        note(endpoint, child, who, child.name, found);
      }
    }
    expect(listed()).toEqual([]);
  },
  patience,
);

/** Forms that are in order but for the id that is tried, for endpoints that would not look at it otherwise. */
const baseForms = (): Record<string, object> => ({
  ...forms,
  createPost: { form: things.survey.id, title: 'Another bridge' },
  createMessage: { message: 'Hello', direction: 'outgoing' },
  createLayer: { name: 'A layer', type: 'geojson', active: true, visible_by_default: false },
  createExport: { entity_type: 'post' },
  createHxlMetadata: {
    dataset_title: 'A set',
    organisation_id: 'one',
    organisation_name: 'One',
    source: 'Here',
    license_id: 1,
    private: true,
  },
  createCollection: { name: 'Another one' },
  createSavedSearch: { name: 'Another one', filter: {} },
  createContact: { type: 'email', contact: `trial-${requests}@example.org` },
  createUserSetting: { config_key: 'size', config_value: 'large' },
  createCategory: { tag: `Trial ${requests}`, type: 'category' },
});

/** Who has a right to name the thing: what they are answered is theirs to know. */
const mayName: Readonly<Record<OwnedKind, readonly Who[]>> = {
  users: ['admin', 'reviewer'],
  posts: ['reviewer', 'admin'],
  collections: ['admin'],
  savedsearches: ['admin'],
  contacts: ['admin', 'reviewer'],
  messages: ['admin', 'reviewer'],
  exports: [],
  metadata: [],
  tags: ['settings manager', 'admin', 'reviewer'],
  // The team sees every picture, and takes none of them for a post of its own.
  pictures: [],
};

/** How an id is written into a field. */
function written(field: IdField, kind: string, id: string): unknown {
  if (field.name === 'values') {
    const attribute =
      kind === 'posts' ? 'related' : kind === 'picture of a private answer' ? 'proof' : 'picture';
    return { [things.survey.key(attribute)]: [Number(id)] };
  }
  if (field.name === 'filter' || field.name === 'filters')
    return { set: [Number(id)], user: [Number(id)], post_id: [Number(id)], saved_search: [Number(id)] };
  if (field.name === 'tags' || field.name === 'ids') return [Number(id)];
  return Number(id);
}

const idsOf = (kind: OwnedKind): [name: string, id: string][] =>
  kind === 'pictures'
    ? Object.entries(things.pictures).map(([name, id]) => [`picture ${name}`, String(id)])
    : [[kind, things.ids[kind === 'exports' ? 'exports/jobs' : kind] ?? '']];

/** The request with the id in that field; undefined where the caller has nothing of their own to send it to. */
function requestWith(who: Stranger, endpoint: Endpoint, field: IdField, kind: string, id: string) {
  const mine: OwnThings = { ...things.ids, ...own.get(who) };
  const hasParent = endpoint.path.includes('{');
  if (hasParent && isOwned(endpoint.path, 'id') && own.get(who)?.[kindOfPath(endpoint.path)] === undefined)
    return undefined;
  const parent = mine[kindOfPath(endpoint.path)];
  const url = addressOf(
    endpoint,
    endpoint.path.includes('{id}') && parent !== undefined ? { id: parent } : {},
  );
  if (field.place === 'query') {
    const [name = '', part] = field.name.split('.');
    return {
      url: `${url}?${part ? `${name}[${part}]` : name}=${id}${url.startsWith('/posts') ? '&status=all' : ''}`,
    };
  }
  return { url, body: { ...baseForms()[endpoint.name], [field.name]: written(field, kind, id) } };
}

const taken = endpoints.flatMap((endpoint) =>
  idFieldsOf(endpoint)
    .filter(({ place }) => place !== 'path')
    .map((field) => ({ endpoint, field })),
);

test('every field that takes an id is in the table, and nothing else', () => {
  const unknown = taken
    .filter(({ endpoint, field }) => takenByField(endpoint.name, field.name) === undefined)
    .map(({ endpoint, field }) => `${endpoint.name} ${field.place} ${field.name}`);
  expect(unknown).toEqual([]);
  expect(unusedEntries(taken.map(({ endpoint, field }) => [endpoint.name, field.name]))).toEqual([]);
});

test(
  'named in a query or a form: a thing of somebody else answers like one that is not there',
  async () => {
    faults.clear();
    for (const { endpoint, field } of taken) {
      const kinds = takenByField(endpoint.name, field.name);
      if (typeof kinds !== 'object' || endpoint.name === 'writeBackPost') continue;
      for (const kind of kinds)
        for (const who of strangers) {
          if (mayName[kind].includes(who)) continue;
          for (const [name, id] of idsOf(kind)) {
            if (!requestWith(who, endpoint, field, name, id)) continue;
            const found = await compare(
              who,
              endpoint,
              id,
              (asked) => requestWith(who, endpoint, field, name, asked) ?? { url: '' },
            );
            note(endpoint, field, who, name, exceptNamed(endpoint, found));
          }
        }
    }
    expect(listed()).toEqual([]);
  },
  patience,
);
