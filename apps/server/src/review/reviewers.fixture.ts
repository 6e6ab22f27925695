/** Reviewers with accounts of their own, for tests of the review queue. */
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { startAppWithSurveys } from '../posts/app-with-surveys.fixture.ts';
import type { ApiReply } from '../testing/app/test-app.ts';
import { createAccount } from '../testing/security/private-resources.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A reviewer and their requests. */
export interface TestReviewer {
  id: number;
  send: <T = Record<string, never>>(method: Method, url: string, body?: object) => Promise<ApiReply<T>>;
}

/** A page of claimed posts. */
export interface ClaimedPosts {
  count: number;
  results: Post[];
}

/** Starts a test app without any waiting post, whose surveys take reports from everybody. */
export async function startAppWithReviewers() {
  const app = await startAppWithSurveys();
  await sql`insert into roles (name, display_name, permissions) values ('keeper', 'Keeper', '{Manage Posts}')`.execute(
    app.db,
  );
  const post = await app.make('member', {});
  return {
    ...app,
    /** Creates a reviewer. */
    async createReviewer(name: string): Promise<TestReviewer> {
      const { id, token } = await createAccount(app, name);
      return {
        id: Number(id),
        // The caller declares the type of the body.
        // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
        async send<T>(method: Method, url: string, body?: object) {
          const response = await app.fastify.inject({
            method,
            url: `/api/v3${url}`,
            headers: { accept: 'application/json', authorization: `Bearer ${token}` },
            ...(body === undefined ? {} : { payload: body }),
          });
          return { status: response.statusCode, body: response.json<T>(), headers: response.headers };
        },
      };
    },
    /** Inserts waiting posts directly, one minute apart, the oldest first. @returns their ids */
    async addWaitingPosts(
      count: number,
      { source = null }: { source?: 'sms' | null } = {},
    ): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        insert into posts (survey_id, status, title, source, created)
        select ${app.open.id}, 'draft', 'Report ' || number, ${source}::text,
          now() - make_interval(mins => ${count} - number)
        from generate_series(1, ${count}) as number order by number returning id`.execute(app.db);
      return rows.map(({ id }) => id);
    },
    /** A published post. */
    publishedId: post.id,
  };
}

/** Starts the same with two reviewers, Amina and Boris. */
export async function startAppWithTwoReviewers() {
  const app = await startAppWithReviewers();
  return { app, amina: await app.createReviewer('amina'), boris: await app.createReviewer('boris') };
}
