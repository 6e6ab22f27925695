import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createTargetedSurveyHelpers, type SentSurvey, textField } from './targeted-surveys.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const {
  createTargetedSurvey,
  newNumbers,
  send,
  sendFromPhone,
  recipients,
  statusOf,
  stats,
  textsTo,
  readPost,
  advanceTime,
} = createTargetedSurveyHelpers(() => app);

const sendQueued = async (survey: number, contacts: readonly string[]) => {
  const sendResponse = await app.send<SentSurvey>('settings manager', 'POST', `/forms/${survey}/contacts`, {
    formId: survey,
    contacts: contacts.join(','),
    country_code: 'KE',
    in_turn: true,
  });
  expect(sendResponse.status).toBe(200);
  return sendResponse.body;
};

/** A number in the middle of one survey, with two more waiting. */
async function sendThreeSurveys() {
  const surveys = [
    await createTargetedSurvey({ 'First?': textField }),
    await createTargetedSurvey({ 'Second?': textField }),
    await createTargetedSurvey({ 'Third?': textField }),
  ] as const;
  const [number] = newNumbers(1) as [string];
  await send(surveys[0].id, number);
  for (const { id } of surveys.slice(1)) await sendQueued(id, [number]);
  const contact = (await recipients(surveys[0].id))[0]?.contact_id ?? 0;
  const states = () => Promise.all(surveys.map(({ id }) => statusOf(id, number)));
  return { surveys, number, contact, states };
}

const [askedStatus, waitingStatus, finishedStatus] = ['PENDING RESPONSE', 'WAITING', 'SURVEY FINISHED'];

test('surveys to one number run one after the other, in the order of sending', async () => {
  const { surveys, number, contact, states } = await sendThreeSurveys();
  expect(await states()).toEqual([askedStatus, waitingStatus, waitingStatus]);
  expect(await textsTo(contact)).toEqual(['How many are you?']);
  for (const [index, answers] of [
    ['four', 'tents'],
    ['five', 'water'],
    ['six', 'rice'],
  ].entries()) {
    for (const answer of answers) await sendFromPhone(number, answer);
    const post = (await recipients(surveys[index]?.id ?? 0))[0]?.post_id ?? null;
    expect(Object.values((await readPost(post)).values)).toEqual(answers.map((answer) => [answer]));
    expect(await states()).toEqual(
      [0, 1, 2].map((other) =>
        other <= index ? finishedStatus : other === index + 1 ? askedStatus : waitingStatus,
      ),
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
  expect((await sendFromPhone(number, 'And one more thing')).is_reply).toBe(false);
});

test('numbers without a survey are asked at once, and counts include waiting ones', async () => {
  const [first, next] = [await createTargetedSurvey(), await createTargetedSurvey()];
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
  // Two questions for each recipient; one question has been created already.
  const { total_recipients, total_messages_pending, total_messages_sent } = await stats(next.id);
  expect([total_recipients, (total_messages_pending ?? 0) + (total_messages_sent ?? 0)]).toEqual([2, 4]);
});

test('a survey without a reply expires, and the next starts', async () => {
  const { surveys, contact, states } = await sendThreeSurveys();
  await advanceTime(surveys[0].id, '8 days');
  expect(await states()).toEqual(['EXPIRED', askedStatus, waitingStatus]);
  expect(await textsTo(contact)).toEqual(['How many are you?', 'How many are you?']);
});

test('when an active survey is closed, the next one that is not closed starts', async () => {
  const { surveys, number, states } = await sendThreeSurveys();
  for (const survey of surveys.slice(0, 2))
    await app.db.updateTable('surveys').set({ disabled: true }).where('id', '=', survey.id).execute();
  await advanceTime(surveys[2].id, '0 days');
  expect(await states()).toEqual([`ACTIVE CONTACT IN SURVEY ${surveys[2].id}`, waitingStatus, askedStatus]);
  expect((await sendFromPhone(number, 'nine')).post_id).toBe((await recipients(surveys[2].id))[0]?.post_id);
});

test('STOP ends waiting surveys as well, and START restores them in order', async () => {
  const { surveys, number, contact, states } = await sendThreeSurveys();
  await sendFromPhone(number, 'four');
  await sendFromPhone(number, 'STOP');
  expect(await states()).toEqual(['STOPPED', 'STOPPED', 'STOPPED']);
  await advanceTime(surveys[1].id, '0 days');
  expect(await textsTo(contact)).toHaveLength(2);
  await sendFromPhone(number, 'START');
  expect(await states()).toEqual([askedStatus, waitingStatus, waitingStatus]);
  await sendFromPhone(number, 'tents');
  expect(await states()).toEqual([finishedStatus, askedStatus, waitingStatus]);
});

test('a survey that takes over keeps the waiting ones', async () => {
  const { surveys, number, states } = await sendThreeSurveys();
  const urgent = await createTargetedSurvey();
  expect((await send(urgent.id, number)).body.invalidated_contacts).toMatchObject([
    { form_id: surveys[0].id },
  ]);
  expect(await states()).toEqual([`ACTIVE CONTACT IN SURVEY ${urgent.id}`, waitingStatus, waitingStatus]);
  await sendFromPhone(number, 'seven');
  await sendFromPhone(number, 'boats');
  expect(await statusOf(urgent.id, number)).toBe(finishedStatus);
  expect((await states()).slice(1)).toEqual([askedStatus, waitingStatus]);
});
