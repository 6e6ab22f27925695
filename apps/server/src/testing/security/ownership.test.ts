/**
 * Ownership: every endpoint is requested with an id of the owner's entity in path, query or body, by all callers without a
 * right to it. The response equals that for an unknown id, the entity is unchanged, and missing table entries fail the test.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { findIdFieldMeaning, findUnusedEntries, type OwnedResourceKind } from './id-field-meanings.ts';
import { findIdFields, type IdField } from './id-fields.ts';
import { allowedCallers, type Caller, nonOwners, requestBodies } from './object-access.ts';
import { createOwnedResources, type OwnedIds, type OwnedResources } from './owned-resources.ts';
import {
  excludeFormatExceptions,
  excludeNamedExceptions,
  isOwnedParam,
  resourceKindOfPath,
  unownedParams,
} from './ownership-exceptions.ts';

/** For thousands of requests on a busy machine. */
const timeoutMs = 300_000;
/** An id that does not exist. */
const unknownId = '987654321';
type NonOwner = Exclude<Caller, 'owner'>;
const endpoints = Object.values(endpointGroups).flat();
const isWrite = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';

let app: TestApp;
let resources: OwnedResources;
const tokens = new Map<NonOwner, string | undefined>();
/** The own entities of each caller with an account. */
const ownIdsByCaller = new Map<NonOwner, OwnedIds>();
/** The owner's rows as they were after the last comparison, which restores them. */
let ownerRows: ReadonlyMap<string, string> | undefined;

beforeAll(async () => {
  app = await startTestApp();
  await separateIdRanges();
  resources = await createOwnedResources(app);
  for (const who of nonOwners) {
    const token = who === 'passer-by' ? undefined : who === 'peer' ? resources.peer : await app.tokenOf(who);
    tokens.set(who, token);
    if (token !== undefined && who !== 'visitor') ownIdsByCaller.set(who, await resources.createFor(token));
  }
}, timeoutMs);
afterAll(() => app.close());

/** Gives each table its own range of ids, so that an id in a response is unique. */
async function separateIdRanges(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname = 'public' order by 1`.execute(app.db);
  for (const [at, { name }] of rows.entries())
    await sql`select setval(${name}::regclass, ${(at + 1) * 1_000_000 + 23_456})`.execute(app.db);
}

interface RecordedResponse {
  status: number;
  text: string;
}

let requestCount = 0;
async function requestAs(
  who: NonOwner,
  endpoint: Endpoint,
  url: string,
  body: object | undefined,
): Promise<RecordedResponse> {
  const token = tokens.get(who);
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api/v3${url}`,
    // A separate IP address for each, because of rate limits.
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, text: response.body };
}

/** The response without the requested id, and for successful writes without ids and times of what was created. */
function normaliseResponse(endpoint: Endpoint, { status, text }: RecordedResponse, id: string): string {
  // Slugs end with a random part.
  const named = text
    .replaceAll(/-[0-9a-f]{12}\b/g, '-CHANCE')
    .replaceAll(new RegExp(`(?<![0-9a-f])${id}(?![0-9a-f])`, 'g'), 'ID');
  return `${status} ${status < 300 && endpoint.kind === 'writes' ? named.replaceAll(/\d+|\bID\b/g, '#') : named}`;
}

/** Tables of owned entities with the owner's ids. */
const listOwnedTables = (): [table: string, ids: readonly string[]][] => {
  const { ids } = resources;
  const idOf = (kind: string) => [ids[kind] ?? ''];
  return [
    ['posts', idOf('posts')],
    ['media', [...idOf('media'), ...Object.values(resources.pictures).map(String)]],
    ['uploads', idOf('uploads')],
    ['sets', [...idOf('collections'), ...idOf('savedsearches')]],
    ['notifications', idOf('notifications')],
    ['contacts', idOf('contacts')],
    ['messages', idOf('messages')],
    ['post_translations', idOf('translationId')],
    ['post_locks', idOf('lockId')],
    ['export_jobs', idOf('exports')],
    ['hxl_metadata', idOf('metadata')],
    ['imports', idOf('csv')],
    ['user_settings', idOf('settingId')],
    ['sessions', idOf('sessions')],
    ['users', idOf('users')],
    ['tos', idOf('tos')],
    ['categories', idOf('tags')],
    ['webhooks', idOf('webhooks')],
    ['webhook_deliveries', idOf('delivery')],
    ['api_keys', idOf('apikeys')],
    ['layers', idOf('layers')],
  ];
};

/** The owner's current rows, by table and id. */
async function readOwnerRows(): Promise<Map<string, string>> {
  const parts = listOwnedTables().map(
    ([table, ids]) => sql`
      select ${`${table} `} || t.id::text as name, to_jsonb(t)::text as row
      from ${sql.table(table)} as t where t.id::text = any(${ids})`,
  );
  const { rows } = await sql<{ name: string; row: string }>`${sql.join(parts, sql` union all `)}`.execute(
    app.db,
  );
  return new Map(rows.map(({ name, row }) => [name, row]));
}

/** Finds changes of the owner's rows, and restores deleted rows for later requests. */
async function findAndRevertChanges(before: ReadonlyMap<string, string>): Promise<string[]> {
  const now = await readOwnerRows();
  const changed: string[] = [];
  for (const [name, row] of before) {
    if (now.get(name) === row) continue;
    changed.push(`${name} ${now.has(name) ? 'changed' : 'deleted'}`);
    const [table = '', id = ''] = name.split(' ');
    await sql`delete from ${sql.table(table)} where id::text = ${id}`.execute(app.db);
    await sql`insert into ${sql.table(table)} overriding system value
      select * from jsonb_populate_record(null::${sql.table(table)}, ${row}::jsonb)`.execute(app.db);
  }
  return changed;
}

/** The status of a response and its error codes. */
const summariseResponse = (response: string) =>
  response.startsWith('2')
    ? response.slice(0, 120)
    : `${response.slice(0, 3)} ${(response.match(/"code":"[^"]+"(,"params":{[^}]*"privilege":"\w+")?/g) ?? []).join(' ').replaceAll(/"params":{.*"privilege":/g, '')}`;

/** Requests the owner's entity and an unknown id. Returns the differences and the changes of the owner's rows. */
async function compareWithUnknownId(
  who: NonOwner,
  endpoint: Endpoint,
  id: string,
  request: (id: string) => { url: string; body?: object | undefined },
): Promise<string[]> {
  ownerRows ??= await readOwnerRows();
  const answers: string[] = [];
  for (const requestedId of [unknownId.padEnd(id.length > 20 ? 32 : 0, '0'), id]) {
    const { url, body } = request(requestedId);
    const response = await requestAs(who, endpoint, url, body);
    answers.push(normaliseResponse(endpoint, response, requestedId));
    // Deletes what the request created; the owner's entity must survive that too.
    const createdId = /"id":(\d+)/.exec(response.text)?.[1];
    const below = (path: string) =>
      path.startsWith(`${endpoint.path}/{`) && path.indexOf('/', endpoint.path.length + 1) < 0;
    const remove = endpoints.find((it) => it.method === 'DELETE' && below(it.path));
    if (endpoint.method === 'POST' && response.status < 300 && createdId && remove)
      await requestAs(who, remove, `${url}/${createdId}`, undefined);
  }
  const [absent = '', owned = ''] = answers;
  const differences =
    absent === owned
      ? []
      : [`${summariseResponse(absent)} for an unknown id, ${summariseResponse(owned)} for the owner's`];
  return [...differences, ...(await findAndRevertChanges(ownerRows))];
}

/** The endpoint's path with the owner's ids, or with the given ones. */
function buildPath({ path }: Endpoint, others: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_all, key: string) => {
    const id = others[key] ?? resources.ids[key === 'id' ? resourceKindOfPath(path) : key];
    if (id === undefined) throw new Error(`nothing stands for ${key} in ${path}`);
    return id;
  });
}

/** A body in which every field is invalid: without a right, callers do not get validation errors. */
const buildInvalidBody = (endpoint: Endpoint) =>
  Object.fromEntries(
    Object.keys((endpoint.body.def as { shape?: object }).shape ?? { name: '' }).map((name) => [
      name,
      [[{}]],
    ]),
  );

/** The callers of each finding. */
const findings = new Map<string, Set<NonOwner>>();
const addFinding = (
  endpoint: Endpoint,
  field: IdField,
  who: NonOwner,
  kind: string,
  faults: readonly string[],
) => {
  for (const fault of faults) {
    const name = `${endpoint.name} ${field.place} ${field.name} (${kind}): ${fault}`;
    findings.set(name, (findings.get(name) ?? new Set()).add(who));
  }
};
const listFindings = () => [...findings].map(([fault, callers]) => `${fault} -- ${[...callers].join(', ')}`);

test(
  'in the path: an entity of another user cannot be distinguished from an unknown id',
  async () => {
    findings.clear();
    for (const endpoint of endpoints)
      for (const field of findIdFields(endpoint)) {
        if (field.place !== 'path' || !isOwnedParam(endpoint.path, field.name)) continue;
        const kind = field.name === 'id' ? resourceKindOfPath(endpoint.path) : field.name;
        for (const who of nonOwners) {
          if (allowedCallers[endpoint.name]?.includes(who) === true) continue;
          // Readers of a post may learn about its lock; readers of a message, that it cannot be changed.
          const reader = { posts: 'readPost', messages: 'readMessage' }[kind];
          if (reader !== undefined && allowedCallers[reader]?.includes(who) === true) continue;
          const bodies = isWrite(endpoint)
            ? [requestBodies[endpoint.name] ?? {}, buildInvalidBody(endpoint)]
            : [undefined];
          for (const body of bodies)
            addFinding(
              endpoint,
              field,
              who,
              kind,
              excludeFormatExceptions(
                endpoint,
                kind,
                await compareWithUnknownId(who, endpoint, resources.ids[kind] ?? '', (id) => ({
                  url: buildPath(endpoint, { [field.name]: id }),
                  body,
                })),
              ),
            );
        }
      }
    expect(listFindings()).toEqual([]);
  },
  timeoutMs,
);

test(
  'below an own entity: a child of another entity cannot be distinguished from an unknown id',
  async () => {
    findings.clear();
    for (const endpoint of endpoints) {
      const [parent, child, ...more] = findIdFields(endpoint).filter(({ place }) => place === 'path');
      if (!parent || !child || more.length > 0 || unownedParams.has(child.name)) continue;
      for (const who of nonOwners) {
        const mine = ownIdsByCaller.get(who)?.[resourceKindOfPath(endpoint.path)];
        // Post managers have a right to every child.
        if (mine === undefined || allowedCallers[endpoint.name]?.includes(who) === true) continue;
        const faults = await compareWithUnknownId(who, endpoint, resources.ids[child.name] ?? '', (id) => ({
          url: buildPath(endpoint, { [parent.name]: mine, [child.name]: id }),
          body: isWrite(endpoint) ? (requestBodies[endpoint.name] ?? {}) : undefined,
        }));
        addFinding(endpoint, child, who, child.name, faults);
      }
    }
    expect(listFindings()).toEqual([]);
  },
  timeoutMs,
);

/** Bodies that are valid except for the tested id, for endpoints that validate them first. */
const buildRequestBodies = (): Record<string, object> => ({
  ...requestBodies,
  createPost: { form: resources.survey.id, title: 'Another bridge' },
  createMessage: { message: 'Hello', direction: 'outgoing', type: 'sms' },
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
  createContact: { type: 'email', contact: `trial-${requestCount}@example.org` },
  createUserSetting: { config_key: 'size', config_value: 'large' },
  createCategory: { tag: `Trial ${requestCount}`, type: 'category' },
});

/** Callers with a right to the entity, who may learn about it. */
const allowedCallersByKind: Readonly<Record<OwnedResourceKind, readonly Caller[]>> = {
  users: ['admin', 'reviewer'],
  posts: ['reviewer', 'admin'],
  collections: ['admin'],
  savedsearches: ['admin'],
  contacts: ['admin', 'reviewer'],
  messages: ['admin', 'reviewer'],
  exports: [],
  metadata: [],
  tags: ['settings manager', 'admin', 'reviewer'],
  // The team sees every picture but cannot use it in its own posts.
  pictures: [],
};

/** The value of a field with this id. */
function buildFieldValue(field: IdField, kind: string, id: string): unknown {
  if (field.name === 'values') {
    const attribute =
      kind === 'posts' ? 'related' : kind === 'picture of a private answer' ? 'proof' : 'picture';
    return { [resources.survey.keyOf(attribute)]: [Number(id)] };
  }
  if (field.name === 'filter' || field.name === 'filters')
    return { set: [Number(id)], user: [Number(id)], post_id: [Number(id)], saved_search: [Number(id)] };
  if (field.name === 'tags' || field.name === 'ids') return [Number(id)];
  return Number(id);
}

const listIdsOfKind = (kind: OwnedResourceKind): [name: string, id: string][] =>
  kind === 'pictures'
    ? Object.entries(resources.pictures).map(([name, id]) => [`picture ${name}`, String(id)])
    : [[kind, resources.ids[kind === 'exports' ? 'exports/jobs' : kind] ?? '']];

/** The request with the id in the field; undefined if the caller has no own entity to send it to. */
function buildRequest(who: NonOwner, endpoint: Endpoint, field: IdField, kind: string, id: string) {
  const mine: OwnedIds = { ...resources.ids, ...ownIdsByCaller.get(who) };
  const hasParent = endpoint.path.includes('{');
  if (
    hasParent &&
    isOwnedParam(endpoint.path, 'id') &&
    ownIdsByCaller.get(who)?.[resourceKindOfPath(endpoint.path)] === undefined
  )
    return undefined;
  const parent = mine[resourceKindOfPath(endpoint.path)];
  const url = buildPath(
    endpoint,
    endpoint.path.includes('{id}') && parent !== undefined ? { id: parent } : {},
  );
  if (field.place === 'query') {
    const [name = '', part] = field.name.split('.');
    return {
      url: `${url}?${part ? `${name}[${part}]` : name}=${id}${url.startsWith('/posts') ? '&status=all' : ''}`,
    };
  }
  return {
    url,
    body: { ...buildRequestBodies()[endpoint.name], [field.name]: buildFieldValue(field, kind, id) },
  };
}

const idFields = endpoints.flatMap((endpoint) =>
  findIdFields(endpoint)
    .filter(({ place }) => place !== 'path')
    .map((field) => ({ endpoint, field })),
);

test('the table contains exactly the fields that take an id', () => {
  const unknown = idFields
    .filter(({ endpoint, field }) => findIdFieldMeaning(endpoint.name, field.name) === undefined)
    .map(({ endpoint, field }) => `${endpoint.name} ${field.place} ${field.name}`);
  expect(unknown).toEqual([]);
  expect(findUnusedEntries(idFields.map(({ endpoint, field }) => [endpoint.name, field.name]))).toEqual([]);
});

test(
  'in a query or body: an entity of another user cannot be distinguished from an unknown id',
  async () => {
    findings.clear();
    for (const { endpoint, field } of idFields) {
      const kinds = findIdFieldMeaning(endpoint.name, field.name);
      if (typeof kinds !== 'object' || endpoint.name === 'writeBackPost') continue;
      for (const kind of kinds)
        for (const who of nonOwners) {
          if (allowedCallersByKind[kind].includes(who)) continue;
          for (const [name, id] of listIdsOfKind(kind)) {
            if (!buildRequest(who, endpoint, field, name, id)) continue;
            const faults = await compareWithUnknownId(
              who,
              endpoint,
              id,
              (requestedId) => buildRequest(who, endpoint, field, name, requestedId) ?? { url: '' },
            );
            addFinding(endpoint, field, who, name, excludeNamedExceptions(endpoint, faults));
          }
        }
    }
    expect(listFindings()).toEqual([]);
  },
  timeoutMs,
);
