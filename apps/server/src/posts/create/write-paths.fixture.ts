/** A test app, and every way by which posts get into it: requests, a CSV file, a text message. */
import type { Import } from '@waypost/contract/imports/imports';
import type { Post } from '@waypost/contract/posts/posts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { buildMultipart } from '../../testing/app/multipart.ts';
import { type Actor, type ApiReply, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

/** A reply to a new post; an empty body where the sender may not read it. */
export type SubmitReply = ApiReply<Partial<Post> & { errors?: object[] }>;

const smsSecret = 'phone secret';

/** The app and the ways to send a report. */
export class WritePaths {
  readonly app: TestApp;
  /** Publishes at once; masks author, time and location. */
  readonly survey: TestSurvey;
  /** Another survey that publishes at once. */
  readonly otherSurvey: TestSurvey;

  private constructor(app: TestApp, survey: TestSurvey, otherSurvey: TestSurvey) {
    this.app = app;
    this.survey = survey;
    this.otherSurvey = otherSurvey;
  }

  static async start(): Promise<WritePaths> {
    const app = await startTestApp();
    const survey = await createTestSurvey(
      app.db,
      {
        words: { type: 'varchar' },
        level: { type: 'varchar', input: 'radio', options: ['Low', 'High'] },
        when: { type: 'datetime', input: 'datetime' },
        number: { type: 'int', input: 'number' },
        where: { type: 'point', input: 'location' },
        kinds: { type: 'tags', input: 'tags', cardinality: 0 },
        secret: { type: 'varchar', private: true },
      },
      { hide_author: true, hide_time: true, hide_location: true },
    );
    for (const tag of ['Roads', 'Water']) await app.send('admin', 'POST', '/tags', { tag, type: 'category' });
    return new WritePaths(app, survey, await createTestSurvey(app.db, {}));
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** Sends a request. A visitor's request may be batched with others that are under way. */
  async submit(
    kind: Exclude<Actor, 'passer-by'>,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<SubmitReply> {
    const response = await this.app.fastify.inject({
      method: 'POST',
      url: '/api/v3/posts',
      headers: { authorization: `Bearer ${await this.app.tokenOf(kind)}`, ...headers },
      payload: body,
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? {} : response.json(),
      headers: response.headers,
    };
  }

  /** Imports a CSV file. @param mapsTo target of each column */
  async importCsv(lines: readonly string[], mapsTo: readonly string[], fixed: object = {}): Promise<Import> {
    const { payload, headers } = buildMultipart(
      {},
      { name: 'reports.csv', bytes: Buffer.from(lines.join('\n')) },
    );
    const authorization = `Bearer ${await this.app.tokenOf('admin')}`;
    const uploaded = await this.app.fastify.inject({
      method: 'POST',
      url: '/api/v3/csv',
      payload,
      headers: { ...headers, authorization },
    });
    const { id } = uploaded.json<Import>();
    await this.app.send('admin', 'PUT', `/csv/${id}`, {
      maps_to: mapsTo,
      fixed: { form: this.survey.id, ...fixed },
    });
    await this.app.send('admin', 'POST', `/csv/${id}/import`, {});
    await this.app.jobs.runPending();
    return (await this.app.send<Import>('admin', 'GET', `/csv/${id}`)).body;
  }

  /** Receives a text message from a gateway. @param mapping target by field of the message */
  async receiveSms(message: string, mapping: Record<string, string> = {}): Promise<void> {
    await this.app.send('admin', 'PUT', '/config/data-provider', {
      providers: { smssync: true },
      smssync: { secret: smsSecret, form_id: this.survey.id, inbound_fields: mapping },
    });
    await this.app.fastify.inject({
      method: 'POST',
      url: '/smssync',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        secret: smsSecret,
        from: '+254700123',
        message,
        sent_timestamp: '1575105300000',
        message_id: message,
      }).toString(),
    });
    await this.app.jobs.runPending();
  }

  /** Limits the number of published posts to those that there are and some more. */
  async limitPublished(more: number | null): Promise<void> {
    const published = await this.app.send<{ total_count: number }>('admin', 'GET', '/posts?limit=0');
    const limits = { posts: more === null ? true : published.body.total_count + more };
    const value = JSON.stringify({ limits });
    await this.app.db
      .insertInto('settings')
      .values({ name: 'features', value })
      .onConflict((on) => on.column('name').doUpdateSet({ value }))
      .execute();
  }

  /** Number of posts whose title begins with this, by status. */
  async countByStatus(beginning: string): Promise<Record<string, number>> {
    const rows = await this.app.db
      .selectFrom('posts')
      .where('title', 'like', `${beginning}%`)
      .groupBy('status')
      .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
      .execute();
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }
}
