/** Test app with a survey and two importers, and helpers to import files like a client. */
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { Import, ImportPreview } from '@waypost/contract/imports/imports';
import { sql } from 'kysely';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type ApiReply, errorCodes, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { issueToken } from '../users/authentication/tokens.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Creates a user with only the permission "Bulk Data Import". @returns an access token */
async function createImporterToken(app: TestApp, email: string): Promise<string> {
  await sql`insert into roles (name, display_name, permissions)
    values ('importers', 'Importers', '{Bulk Data Import}') on conflict do nothing`.execute(app.db);
  return inTransaction(app.db, 'writes', async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ email, realname: email, role: 'importers', password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return issueToken(tx, 'access', { userId: id, session: null, client: 'test', scopes: ['*'] });
  });
}

/** A test app for imports. */
export class ImportTestApp {
  readonly deployment: TestApp;
  readonly survey: TestSurvey;
  readonly tokens: { importer: string; other: string; admin: string };

  private constructor(app: TestApp, survey: TestSurvey, tokens: ImportTestApp['tokens']) {
    this.deployment = app;
    this.survey = survey;
    this.tokens = tokens;
  }

  static async start(options: Parameters<typeof startTestApp>[0] = {}): Promise<ImportTestApp> {
    const app = await startTestApp({ maxCsvBytes: 400_000, ...options });
    const tokens = {
      importer: await createImporterToken(app, 'importer@example.org'),
      other: await createImporterToken(app, 'other@example.org'),
      admin: await app.tokenOf('admin'),
    };
    const survey = await createTestSurvey(app.db, {
      Title: { type: 'title', required: true },
      Description: { type: 'description' },
      Place: { type: 'point', input: 'location' },
      Injured: { type: 'int', input: 'number' },
      Seen: { type: 'datetime', input: 'date' },
      Needs: { type: 'varchar', input: 'checkbox', cardinality: 0, options: ['Food, water', 'Shelter'] },
      Kind: { type: 'tags', input: 'tags', cardinality: 0 },
      Secret: { type: 'varchar', private: true },
      Phones: { type: 'phone', input: 'phone', cardinality: 0 },
    });
    for (const tag of ['Roads, bridges', 'Water'])
      await app.send('admin', 'POST', '/tags', { tag, type: 'category' });
    return new ImportTestApp(app, survey, tokens);
  }

  async deletePosts(): Promise<void> {
    await sql`delete from posts; delete from imports; delete from sets`.execute(this.deployment.db);
  }

  async request<T>(
    method: Method,
    url: string,
    body?: object,
    token = this.tokens.importer,
  ): Promise<ApiReply<T>> {
    const response = await this.deployment.fastify.inject({
      method,
      url: `/api/v3${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : response.body) as T,
      headers: response.headers,
    };
  }

  async upload(
    file: string | Buffer,
    { name = 'floods 2024.csv', token = this.tokens.importer, path = '/csv' } = {},
  ): Promise<ApiReply<Import>> {
    const { payload, headers } = buildMultipart({}, { name, bytes: Buffer.from(file) });
    const response = await this.deployment.fastify.inject({
      method: 'POST',
      url: `/api/v3${path}`,
      payload,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    return { status: response.statusCode, body: response.json<Import>(), headers: response.headers };
  }

  /** Fixed values of an import: posts are under review by default. */
  fixed = (values: object = { status: 'draft' }) => ({ form: this.survey.id, ...values });

  readImport = async (id: number): Promise<Import> => (await this.request<Import>('GET', `/csv/${id}`)).body;

  readPosts = () =>
    this.deployment.db
      .selectFrom('posts')
      .select(['id', 'title', 'content', 'status', 'values', 'post_date', 'user_id'])
      .orderBy('id')
      .execute();

  /** The kind of a file, and its rows by the names of their columns, without empty cells. */
  async readRows(file: string | Buffer, name: string) {
    const { status, body } = await this.upload(file, { name });
    if (status !== 200) throw new Error(JSON.stringify(body));
    const preview = await this.request<ImportPreview>('POST', `/csv/${body.id}/preview`, {
      fixed: this.fixed(),
    });
    const rows = preview.body.rows.map(({ cells }) =>
      Object.fromEntries(
        body.columns.map((column, at) => [column, cells[at] ?? ''] as const).filter(([, it]) => it),
      ),
    );
    return { type: body.source?.type, rows };
  }

  /** The status and the rules with which a file is refused. */
  async refusalOf(file: string | Buffer, name: string) {
    const reply = await this.upload(file, { name });
    return [reply.status, errorCodes(reply)];
  }

  /** Imports a file as the wizard does: with the guesses of the preview. */
  async importGuessed(
    survey: TestSurvey,
    file: string | Buffer,
    { name = 'file.csv', options = {} }: { name?: string; options?: Partial<CsvOptions> } = {},
  ) {
    const { body } = await this.upload(file, { name });
    const { body: preview } = await this.request<ImportPreview>('POST', `/csv/${body.id}/preview`, {
      fixed: { form: survey.id },
      options,
    });
    const fixed = {
      form: survey.id,
      ...(preview.maps_to.includes('status') ? {} : { status: 'draft' }),
    };
    await this.request('PUT', `/csv/${body.id}`, { ...preview, columns: [], fixed });
    await this.request('POST', `/csv/${body.id}/import`, {});
    await this.deployment.jobs.runPending();
    const posts = await this.readPosts();
    const answers = (label: string) => posts.map(({ values }) => values[survey.keyOf(label)]?.[0]);
    return { preview, posts, answers, done: await this.readImport(body.id) };
  }

  /** Uploads a file, sets its mapping and starts the import. @returns its id */
  async startImport(
    file: string | Buffer,
    maps_to: (string | null)[] | object,
    { name, ...settings }: { name?: string; [setting: string]: unknown } = {},
  ): Promise<number> {
    const { body } = await this.upload(file, { ...(name && { name }) });
    const saved = await this.request('PUT', `/csv/${body.id}`, {
      columns: [],
      maps_to,
      fixed: this.fixed(),
      ...settings,
    });
    const started = await this.request('POST', `/csv/${body.id}/import`, {});
    if (JSON.stringify(started.body) !== '{"status":"PENDING"}')
      throw new Error(JSON.stringify([saved.body, started.body]));
    return body.id;
  }

  /** Imports a file and waits for the job. */
  async importFile(
    file: string | Buffer,
    maps_to: (string | null)[] | object,
    settings: { name?: string; [setting: string]: unknown } = {},
  ): Promise<Import> {
    const id = await this.startImport(file, maps_to, settings);
    await this.deployment.jobs.runPending();
    return this.readImport(id);
  }
}
