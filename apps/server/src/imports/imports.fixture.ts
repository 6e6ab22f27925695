/** A deployment with a survey, two people who may import, and a way to bring a file in as a client would. */
import type { Import } from '@waypost/contract/imports';
import { sql } from 'kysely';
import { inTransaction } from '../kernel/db.ts';
import { issueToken } from '../people/tokens.ts';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, type Reply, startDeployment } from '../testing/deployment.ts';
import { multipart } from '../testing/multipart.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Each holds "Bulk Data Import" and nothing else. */
async function tokenOfImporter(it: Deployment, email: string): Promise<string> {
  await sql`insert into roles (name, display_name, permissions)
    values ('importers', 'Importers', '{Bulk Data Import}') on conflict do nothing`.execute(it.db);
  return inTransaction(it.db, 'writes', async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ email, realname: email, role: 'importers', password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return issueToken(tx, 'access', { userId: id, session: null, client: 'test', scopes: ['*'] });
  });
}

export class Importing {
  readonly it: Deployment;
  readonly survey: MadeSurvey;
  readonly tokens: { importer: string; other: string; admin: string };

  private constructor(it: Deployment, survey: MadeSurvey, tokens: Importing['tokens']) {
    this.it = it;
    this.survey = survey;
    this.tokens = tokens;
  }

  static async start(): Promise<Importing> {
    const it = await startDeployment({ csvBytes: 400_000 });
    const tokens = {
      importer: await tokenOfImporter(it, 'importer@example.org'),
      other: await tokenOfImporter(it, 'other@example.org'),
      admin: await it.tokenOf('admin'),
    };
    const survey = await aSurvey(it.db, {
      Title: { type: 'title', required: true },
      Description: { type: 'description' },
      Place: { type: 'point', input: 'location' },
      Injured: { type: 'int', input: 'number' },
      Seen: { type: 'datetime', input: 'date' },
      Needs: { type: 'varchar', input: 'checkbox', cardinality: 0, options: ['Food, water', 'Shelter'] },
      Kind: { type: 'tags', input: 'tags', cardinality: 0 },
      Secret: { type: 'varchar', private: true },
    });
    for (const tag of ['Roads, bridges', 'Water'])
      await it.send('admin', 'POST', '/tags', { tag, type: 'category' });
    return new Importing(it, survey, tokens);
  }

  async clear(): Promise<void> {
    await sql`delete from posts; delete from imports; delete from sets`.execute(this.it.db);
  }

  async ask<T>(method: Method, url: string, body?: object, token = this.tokens.importer): Promise<Reply<T>> {
    const answer = await this.it.app.inject({
      method,
      url: `/api/v3${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      body: (isJson ? answer.json() : answer.body) as T,
      headers: answer.headers,
    };
  }

  async upload(
    file: string | Buffer,
    { name = 'floods 2024.csv', token = this.tokens.importer, path = '/csv' } = {},
  ): Promise<Reply<Import>> {
    const { payload, headers } = multipart({}, { name, bytes: Buffer.from(file) });
    const answer = await this.it.app.inject({
      method: 'POST',
      url: `/api/v3${path}`,
      payload,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    return { status: answer.statusCode, body: answer.json<Import>(), headers: answer.headers };
  }

  /** Under review, unless said otherwise. */
  fixed = (over: object = { status: 'draft' }) => ({ form: this.survey.id, ...over });

  read = async (id: number): Promise<Import> => (await this.ask<Import>('GET', `/csv/${id}`)).body;

  posts = () =>
    this.it.db
      .selectFrom('posts')
      .select(['id', 'title', 'content', 'status', 'values', 'post_date', 'user_id'])
      .orderBy('id')
      .execute();

  /** Uploads, maps and starts. @returns its id */
  async begin(file: string, maps_to: (string | null)[] | object, more: object = {}): Promise<number> {
    const { body } = await this.upload(file);
    const saved = await this.ask('PUT', `/csv/${body.id}`, {
      columns: [],
      maps_to,
      fixed: this.fixed(),
      ...more,
    });
    const begun = await this.ask('POST', `/csv/${body.id}/import`, {});
    if (JSON.stringify(begun.body) !== '{"status":"PENDING"}')
      throw new Error(JSON.stringify([saved.body, begun.body]));
    return body.id;
  }

  /** From file to posts, as a client would. */
  async bring(file: string, maps_to: (string | null)[] | object, more: object = {}): Promise<Import> {
    const id = await this.begin(file, maps_to, more);
    await this.it.jobs.workOff();
    return this.read(id);
  }
}
