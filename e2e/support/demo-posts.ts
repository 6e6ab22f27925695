/** The demo deployment for journeys that compare the list with the API. */
import { type Page, test } from '@playwright/test';
import type { BrowserFixtures } from './browser.ts';
import { openAs } from './log-in.ts';
import { admin, callApi, endWaypost, startDemo, tokenFor, type Waypost } from './waypost.ts';

const { password } = admin;
/** A user of the demo. */
export const verifierLogin = { email: 'verifier@waypost.local', password };
const adminLogin = { email: admin.email, password };

/** Statuses that the list shows by default to people who manage posts. */
export const defaultStatuses = 'status[]=published&status[]=draft';

/** Starts the demo before the tests of a spec file, and ends it afterwards. @returns requests as the verifier, and pages */
export function setUpDemo() {
  let waypost: Waypost;
  let token: string;
  test.beforeAll(async () => {
    waypost = await startDemo(password);
    token = await tokenFor(waypost, verifierLogin);
  });
  test.afterAll(() => endWaypost(waypost));

  const requestJson = async <T>(method: string, url: string, body?: object, withToken = token): Promise<T> =>
    (await (await callApi(waypost, withToken, method, url, body)).json()) as T;

  /** Number of posts that the verifier may see, by default published and under review. */
  const countPosts = async (query: string): Promise<number> => {
    const status = query.includes('status') ? '' : `&${defaultStatuses}`;
    return (await requestJson<{ total_count: number }>('GET', `/posts?limit=1&${query}${status}`))
      .total_count;
  };

  // Some users get 403 for some lists, which is no error of the screen.
  const open = (
    who: typeof adminLogin | null,
    openPage: BrowserFixtures['open'],
    screen: string,
  ): Promise<Page> => openAs(who, openPage, waypost.baseUrl, screen);

  const surveyId = async (name: string) =>
    (await requestJson<{ results: { id: number; name: string }[] }>('GET', '/forms')).results.find(
      (it) => it.name === name,
    )?.id ?? 0;

  /** Creates a waiting report to the demo's survey that requires a task before publishing. */
  const createWaitingReport = async (
    title: string,
    { content = 'The queue reaches the road.', place = { lat: -1.29, lon: 36.82 } } = {},
  ): Promise<number> => {
    const form = await surveyId('Polling station');
    const { results: fields } = await requestJson<{ results: { key: string; label: string }[] }>(
      'GET',
      `/forms/${form}/attributes`,
    );
    const key = (label: string) => fields.find((it) => it.label === label)?.key ?? '';
    const values = {
      [key('Number of the station')]: ['12-345'],
      [key('Did it open?')]: ['Late'],
      [key('Where is it?')]: [place],
    };
    const report = { title, content, form, values, status: 'draft' };
    return (await requestJson<{ id: number }>('POST', '/posts', report)).id;
  };

  return {
    requestJson,
    countPosts,
    open,
    surveyId,
    createWaitingReport,
    getAdminToken: () => tokenFor(waypost, adminLogin),
  };
}
