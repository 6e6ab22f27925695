import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createTargetedSurveyHelpers, type SentSurvey, textField } from './targeted-surveys.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { aTargeted, newNumbers, send, say, recipients, statusOf, stats, textsTo, readPost, timePasses } =
  createTargetedSurveyHelpers(() => app);

const sendQueued = async (survey: number, contacts: readonly string[]) => {
  const sent = await app.send<SentSurvey>('settings manager', 'POST', `/forms/${survey}/contacts`, {
    formId: survey,
    contacts: contacts.join(','),
    country_code: 'KE',
    in_turn: true,
  });
  expect(sent.status).toBe(200);
  return sent.body;
};

/** Somebody in the middle of a first survey, for whom a second and a third wait. */
async function sendThreeSurveys() {
  const surveys = [
    await aTargeted({ 'First?': textField }),
    await aTargeted({ 'Second?': textField }),
    await aTargeted({ 'Third?': textField }),
  ] as const;
  const [number] = newNumbers(1) as [string];
  await send(surveys[0].id, number);
  for (const { id } of surveys.slice(1)) await sendQueued(id, [number]);
  const contact = (await recipients(surveys[0].id))[0]?.contact_id ?? 0;
  const states = () => Promise.all(surveys.map(({ id }) => statusOf(id, number)));
  return { surveys, number, contact, states };
}

const [askedStatus, waitingStatus, finishedStatus] = ['PENDING RESPONSE', 'WAITING', 'SURVEY FINISHED'];

test('surveys to one number are asked one after the other, in the order in which they were sent', async () => {
  const { surveys, number, contact, states } = await sendThreeSurveys();
  expect(await states()).toEqual([askedStatus, waitingStatus, waitingStatus]);
  expect(await textsTo(contact)).toEqual(['How many are you?']);
  for (const [at, answers] of [
    ['four', 'tents'],
    ['five', 'water'],
    ['six', 'rice'],
  ].entries()) {
    for (const answer of answers) await say(number, answer);
    const post = (await recipients(surveys[at]?.id ?? 0))[0]?.post_id ?? null;
    expect(Object.values((await readPost(post)).values)).toEqual(answers.map((it) => [it]));
    expect(await states()).toEqual(
      [0, 1, 2].map((it) => (it <= at ? finishedStatus : it === at + 1 ? askedStatus : waitingStatus)),
    );
  }
  expect(await textsTo(contact)).toEqual([
    'How many are you?',
    'First?',
    'How many are you?',
    'Second?',
    'How many are you?',
    'Third?',
  ]);
  expect((await say(number, 'And one more thing')).is_reply).toBe(false);
});

test('who is in no survey is asked at once, and the counts hold those who wait', async () => {
  const [first, next] = [await aTargeted(), await aTargeted()];
  const [busy, free] = newNumbers(2) as [string, string];
  await send(first.id, busy);
  expect(await sendQueued(next.id, [busy, free])).toMatchObject({
    count: 2,
    waiting: 1,
    invalidated_contacts: [],
  });
  expect([await statusOf(next.id, busy), await statusOf(next.id, free)]).toEqual([
    waitingStatus,
    askedStatus,
  ]);
  expect(await stats(first.id)).toMatchObject({ total_recipients: 1 });
  // Two questions for each of them; one has been written already, and has left or waits for its gateway.
  const { total_recipients, total_messages_pending, total_messages_sent } = await stats(next.id);
  expect([total_recipients, (total_messages_pending ?? 0) + (total_messages_sent ?? 0)]).toEqual([2, 4]);
});

test('silence ends a survey, and the next begins', async () => {
  const { surveys, contact, states } = await sendThreeSurveys();
  await timePasses(surveys[0].id, '8 days');
  expect(await states()).toEqual(['EXPIRED', askedStatus, waitingStatus]);
  expect(await textsTo(contact)).toEqual(['How many are you?', 'How many are you?']);
});

test('a survey that is closed in the middle makes room for the next, and one that waits is passed over', async () => {
  const { surveys, number, states } = await sendThreeSurveys();
  for (const survey of surveys.slice(0, 2))
    await app.db.updateTable('surveys').set({ disabled: true }).where('id', '=', survey.id).execute();
  await timePasses(surveys[2].id, '0 days');
  expect(await states()).toEqual([`ACTIVE CONTACT IN SURVEY ${surveys[2].id}`, waitingStatus, askedStatus]);
  expect((await say(number, 'nine')).post_id).toBe((await recipients(surveys[2].id))[0]?.post_id);
});

test('STOP ends those that wait as well, and START brings them back in their order', async () => {
  const { surveys, number, contact, states } = await sendThreeSurveys();
  await say(number, 'four');
  await say(number, 'STOP');
  expect(await states()).toEqual(['STOPPED', 'STOPPED', 'STOPPED']);
  await timePasses(surveys[1].id, '0 days');
  expect(await textsTo(contact)).toHaveLength(2);
  await say(number, 'START');
  expect(await states()).toEqual([askedStatus, waitingStatus, waitingStatus]);
  await say(number, 'tents');
  expect(await states()).toEqual([finishedStatus, askedStatus, waitingStatus]);
});

test('a survey that takes over leaves those that wait where they are', async () => {
  const { surveys, number, states } = await sendThreeSurveys();
  const urgent = await aTargeted();
  expect((await send(urgent.id, number)).body.invalidated_contacts).toMatchObject([
    { form_id: surveys[0].id },
  ]);
  expect(await states()).toEqual([`ACTIVE CONTACT IN SURVEY ${urgent.id}`, waitingStatus, waitingStatus]);
  await say(number, 'seven');
  await say(number, 'boats');
  expect(await statusOf(urgent.id, number)).toBe(finishedStatus);
  expect((await states()).slice(1)).toEqual([askedStatus, waitingStatus]);
});
