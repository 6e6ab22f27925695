import { screen, waitFor } from '@testing-library/dom';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import {
  acceptSuggestion,
  listSuggestions,
  type Suggestion,
  undoSuggestion,
} from '@waypost/contract/review/suggestions';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAttribute,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

const place: Suggestion = {
  id: 'place:1,2',
  kind: 'place',
  name: 'Kisumu',
  certainty: null,
  form: null,
  key: 'where',
  tag: null,
  location: { lat: 1, lon: 2 },
  country: 'KE',
  why: 'name',
};

/** The posts on the server, by id, and their earlier states without a decision, the latest last. */
let posts: Map<number, Post>;
let history: Post[];

const change = (id: number, changes: Partial<Post>) => {
  const before = posts.get(id) ?? waitingPost(id);
  const after = { ...before, ...changes, revision: (before.revision ?? 0) + 1 };
  posts.set(id, after);
  return after;
};

beforeEach(() => {
  posts = new Map([
    [1, waitingPost(1)],
    [2, waitingPost(2, { form: null })],
    [3, waitingPost(3)],
  ]);
  history = [];
  answerReview(apiServer, {
    read: () => [...posts.values()].filter(({ status }) => status === 'draft'),
    remove: () => undefined,
  });
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey({ id: 7, name: 'Lamps' })]));
  apiServer.on(listTasks, () =>
    createTestPage([createTestTask(), createTestTask({ id: 2, label: 'Check', type: 'task' })]),
  );
  apiServer.on(listAttributes, () =>
    createTestPage([createTestAttribute({ id: 5, key: 'verdict', label: 'Verdict', form_stage_id: 2 })]),
  );
  apiServer.on(listSuggestions, ({ params }) => {
    const { form, values } = posts.get(params.id) ?? waitingPost(1);
    const results = params.id === 2 && form && !('where' in values) ? [place] : [];
    return { count: results.length, results };
  });
  apiServer.on(updatePost, ({ params, body }) => {
    const before = posts.get(params.id);
    if (before && body.form) history.push(before);
    return change(params.id, {
      ...(body.form ? { form: waitingPost(1).form } : {}),
      ...(body.status ? { status: body.status } : {}),
      ...(body.values ? { values: body.values as Post['values'] } : {}),
    });
  });
  apiServer.on(acceptSuggestion, ({ params }) => {
    const before = posts.get(params.id);
    if (before) history.push(before);
    return change(params.id, { values: { where: [{ lat: 1, lon: 2 }] } });
  });
  apiServer.on(undoSuggestion, ({ params }) => {
    const { form = null, values = [] } = history.pop() ?? {};
    return change(params.id, { form, values });
  });
});

const findReport = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const findVerdict = () => screen.findByRole('textbox', { name: /Verdict/ });

/** Chooses the survey of report 2, accepts the place and answers the task. */
async function prepareReport2() {
  const person = await renderScreen('/review', { account: adminAccount });
  await findReport('Report 1');
  await person.keyboard('a');
  await findReport('Report 2');
  await person.keyboard('p');
  const dialog = await findDialog('Which survey does this report belong to?');
  await person.click(await dialog.findByRole('button', { name: /Lamps/ }));
  // The suggestions for the report with its survey, not a late answer for the report without.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('button', { name: 'Accept: Place, Kisumu, Kenya' });
  await person.keyboard('g');
  await waitFor(() => expect(screen.queryByText('Kisumu, Kenya')).toBeNull());
  await person.fill(/Verdict/, 'Seen by two people');
  await person.keyboard('{Escape}');
  return person;
}

test('U takes back a decision with what was typed, then the place, the survey, and the report before', async () => {
  const person = await prepareReport2();
  await person.keyboard('p');
  await findReport('Report 3');
  await waitFor(() =>
    expect(posts.get(2)).toMatchObject({ status: 'published', values: { verdict: ['Seen by two people'] } }),
  );
  await person.keyboard('u');
  await findReport('Report 2');
  expect(await findVerdict()).toHaveValue('Seen by two people');
  await waitFor(() => expect(posts.get(2)).toMatchObject({ status: 'draft', revision: 5 }));
  await screen.findByText(/“Report 2” is under review again/);
  await person.keyboard('u');
  await screen.findByText('Kisumu, Kenya');
  expect(await findVerdict()).toHaveValue('Seen by two people');
  await person.keyboard('u');
  expect(await screen.findByText(/has no survey. Choose one/)).toBeVisible();
  expect(apiServer.requests(undoSuggestion).map(({ params, body }) => [params.id, body])).toEqual([
    [2, { based_on: 5 }],
    [2, { based_on: 6 }],
  ]);
  await person.keyboard('u');
  await findReport('Report 1');
});

test('a decision right after an undo does not save again what was undone', async () => {
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ id: 4, key: 'where', label: 'Where', form_stage_id: 2 }),
      createTestAttribute({ id: 5, key: 'verdict', label: 'Verdict', form_stage_id: 2 }),
    ]),
  );
  apiServer.on(acceptSuggestion, ({ params }) => change(params.id, { values: { where: ['Kisumu'] } }));
  const person = await prepareReport2();
  let finishUndo: () => void = () => undefined;
  const undoing = new Promise<void>((resolve) => {
    finishUndo = resolve;
  });
  apiServer.on(undoSuggestion, async ({ params }) => {
    await undoing;
    return change(params.id, { values: [] });
  });
  await person.keyboard('up');
  finishUndo();
  await findReport('Report 3');
  await waitFor(() => expect(posts.get(2)).toMatchObject({ status: 'published' }));
  expect(posts.get(2)?.values).toMatchObject({ verdict: ['Seen by two people'] });
  expect(posts.get(2)?.values).not.toMatchObject({ where: ['Kisumu'] });
});

test('what was accepted for a report that was passed over is undone when it is in front again', async () => {
  const person = await prepareReport2();
  await person.keyboard('n');
  await findReport('Report 3');
  await person.keyboard('b');
  await findReport('Report 2');
  await person.keyboard('u');
  await screen.findByText('Kisumu, Kenya');
  expect(await findVerdict()).toHaveValue('Seen by two people');
});

test('a change that the server refuses to undo is not tried again', async () => {
  const person = await prepareReport2();
  apiServer.on(undoSuggestion, () => createValidationResponse({ field: 'based_on', rule: 'exists' }));
  await person.keyboard('uu');
  await waitFor(() => expect(apiServer.requests(undoSuggestion)).toHaveLength(2));
  await person.keyboard('u');
  await findReport('Report 1');
});
