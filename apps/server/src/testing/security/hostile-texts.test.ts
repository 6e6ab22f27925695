/**
 * No text that anybody may send keeps the server from answering others: it takes at most three times as long as an ordinary text of its
 * length, or time in proportion to its length.
 */
import { limits } from '@waypost/contract/common/limits';
import type { Post } from '@waypost/contract/posts/posts';
import { findSlowTexts } from '@waypost/survey-logic/testing/find-slow-texts';
import { hostileTexts, ordinaryText } from '@waypost/survey-logic/testing/hostile-texts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitMail } from '../../data-sources/mail/split-mail.ts';
import { toPlainName } from '../../kernel/plain-name.ts';
import { toSlug } from '../../kernel/slug.ts';
import { normalizeKeyword } from '../../messages/keywords.rules.ts';
import { parseWellKnownText, roundCoordinates } from '../../posts/answers/well-known-text.ts';
import { extractFeatures } from '../../review/suggestions/text-features.ts';
import { createTestSurvey } from '../app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';

const functions: [name: string, work: (text: string) => unknown, length?: number][] = [
  ['keywords', normalizeKeyword],
  ['slugs', toSlug],
  ['names in mails', toPlainName],
  ['features', extractFeatures],
  ['shapes', parseWellKnownText, limits.shapeAnswer],
  ['rounded shapes', (text) => roundCoordinates(text, 2), limits.shapeAnswer],
  ['quotes in mails', (text) => splitMail(text, { isAnswer: true, isForwarded: false })],
];

test.each(functions)('%s', (_name, work, length = limits.longText) => {
  expect(findSlowTexts(work, length)).toEqual([]);
});

/** Every request costs tenths of a second for texts of this length, so that only these are sent. */
const sentShapes = [
  'one run of Chinese',
  'one run of Thai',
  'Arabic with marks',
  'spaces before a letter',
  'combining marks',
  'unsorted marks',
  'emoji sequences',
  'digits',
  'URLs without a space',
  'brackets ([{',
  'pairs of surrogates',
  'one long word',
];

interface Report {
  id: number;
  form: number;
  text: string;
}

describe('requests', () => {
  let app: TestApp;
  let ordinary: Report;
  const reports = new Map<string, Report>();

  const submit = (form: number, text: string) =>
    app.send<Post>('admin', 'POST', '/posts', { form, title: 'Seen', content: text });

  async function createReport(text: string): Promise<Report> {
    const survey = await createTestSurvey(app.db, {}, { require_approval: true });
    const { body } = await submit(survey.id, text);
    return { id: body.id, form: survey.id, text };
  }

  beforeAll(async () => {
    app = await startTestApp();
    ordinary = await createReport(ordinaryText(limits.longText));
    for (const shape of sentShapes)
      reports.set(shape, await createReport(hostileTexts[shape]?.(limits.longText) ?? ''));
  });
  afterAll(() => app.close());

  /** Times as long as ordinary text, and milliseconds that are no harm, whatever ordinary text takes. */
  const [maxRatio, harmless] = [3, scaled(500)];
  const maxTries = 3;

  async function measure(work: () => Promise<{ status: number }>): Promise<number> {
    const start = performance.now();
    const { status } = await work();
    const time = performance.now() - start;
    expect(status).toBeLessThan(300);
    return time;
  }

  /** The shapes whose requests take too long: the least time of three counts. */
  async function findSlowRequests(send: (report: Report) => Promise<{ status: number }>): Promise<string[]> {
    const usual = Math.max(await measure(() => send(ordinary)), await measure(() => send(ordinary)));
    const limit = Math.max(maxRatio * usual, harmless);
    const slow: string[] = [];
    for (const [shape, report] of reports) {
      let least = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < maxTries && least > limit; tries++)
        least = Math.min(least, await measure(() => send(report)));
      if (least > limit)
        slow.push(`${shape}: ${Math.round(least)} ms, ordinary text ${Math.round(usual)} ms`);
    }
    return slow;
  }

  const requests: [name: string, send: (report: Report) => Promise<{ status: number }>][] = [
    ['creating', ({ form, text }) => submit(form, text)],
    [
      'a preview',
      ({ form, text }) => app.send('visitor', 'POST', '/posts/public-view', { form, content: text }),
    ],
    ['publishing', ({ id }) => app.send('admin', 'PUT', `/posts/${id}`, { status: 'published' })],
    ['a change', ({ id, text }) => app.send('admin', 'PUT', `/posts/${id}`, { content: text.slice(2) })],
    [
      'a search',
      ({ text }) => app.send('visitor', 'GET', `/posts?limit=1&q=${encodeURIComponent(text.slice(0, 200))}`),
    ],
    ['the context', ({ id }) => app.send('admin', 'GET', `/posts/${id}/context`)],
    ['suggestions', ({ id }) => app.send('admin', 'GET', `/posts/${id}/suggestions`)],
    ['suggested places', ({ id }) => app.send('admin', 'GET', `/posts/${id}/suggested-places`)],
    ['an export', ({ form }) => app.send('admin', 'GET', `/posts/export?status=all&form=${form}`)],
  ];

  test.each(requests)('%s', { timeout: scaled(60_000) }, async (_name, send) => {
    expect(await findSlowRequests(send)).toEqual([]);
  });

  test('a body that is no JSON', async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await app.tokenOf('visitor')}`,
    };
    const sendBody = async (payload: string) => {
      const start = performance.now();
      const { statusCode } = await app.fastify.inject({
        method: 'POST',
        url: '/api/v3/posts',
        headers,
        payload,
      });
      expect(statusCode).toBe(400);
      return performance.now() - start;
    };
    const slow: string[] = [];
    for (const [shape, build] of Object.entries(hostileTexts)) {
      // Whatever takes time in the square of the length takes minutes.
      const time = await sendBody(`${build(500_000)}x`);
      if (time > scaled(2000)) slow.push(`${shape}: ${Math.round(time)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
