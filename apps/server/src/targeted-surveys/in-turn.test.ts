import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { type Sent, targetedSurveys, text } from './targeted-surveys.fixture.ts';

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const { aTargeted, newNumbers, send, say, recipients, statusOf, stats, textsTo, readPost, timePasses } =
  targetedSurveys(() => it);

const sendInTurn = async (survey: number, contacts: readonly string[]) => {
  const sent = await it.send<Sent>('settings manager', 'POST', `/forms/${survey}/contacts`, {
    formId: survey,
    contacts: contacts.join(','),
    country_code: 'KE',
    in_turn: true,
  });
  expect(sent.status).toBe(200);
  return sent.body;
};

/** Somebody in the middle of a first survey, for whom a second and a third wait. */
async function threeInTurn() {
  const surveys = [
    await aTargeted({ 'First?': text }),
    await aTargeted({ 'Second?': text }),
    await aTargeted({ 'Third?': text }),
  ] as const;
  const [number] = newNumbers(1) as [string];
  await send(surveys[0].id, number);
  for (const { id } of surveys.slice(1)) await sendInTurn(id, [number]);
  const contact = (await recipients(surveys[0].id))[0]?.contact_id ?? 0;
  const states = () => Promise.all(surveys.map(({ id }) => statusOf(id, number)));
  return { surveys, number, contact, states };
}

const [asked, waits, done] = ['PENDING RESPONSE', 'WAITING', 'SURVEY FINISHED'];

test('surveys to one number are asked one after the other, in the order in which they were sent', async () => {
  const { surveys, number, contact, states } = await threeInTurn();
  expect(await states()).toEqual([asked, waits, waits]);
  expect(await textsTo(contact)).toEqual(['How many are you?']);
  for (const [at, answers] of [
    ['four', 'tents'],
    ['five', 'water'],
    ['six', 'rice'],
  ].entries()) {
    for (const answer of answers) await say(number, answer);
    const post = (await recipients(surveys[at]?.id ?? 0))[0]?.post_id ?? null;
    expect(Object.values((await readPost(post)).values)).toEqual(answers.map((it) => [it]));
    expect(await states()).toEqual([0, 1, 2].map((it) => (it <= at ? done : it === at + 1 ? asked : waits)));
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
  expect(await sendInTurn(next.id, [busy, free])).toMatchObject({
    count: 2,
    waiting: 1,
    invalidated_contacts: [],
  });
  expect([await statusOf(next.id, busy), await statusOf(next.id, free)]).toEqual([waits, asked]);
  expect(await stats(first.id)).toMatchObject({ total_recipients: 1 });
  // Two questions for each of them; one has been written already, and has left or waits for its gateway.
  const { total_recipients, total_messages_pending, total_messages_sent } = await stats(next.id);
  expect([total_recipients, (total_messages_pending ?? 0) + (total_messages_sent ?? 0)]).toEqual([2, 4]);
});

test('silence ends a survey, and the next begins', async () => {
  const { surveys, contact, states } = await threeInTurn();
  await timePasses(surveys[0].id, '8 days');
  expect(await states()).toEqual(['EXPIRED', asked, waits]);
  expect(await textsTo(contact)).toEqual(['How many are you?', 'How many are you?']);
});

test('a survey that is closed in the middle makes room for the next, and one that waits is passed over', async () => {
  const { surveys, number, states } = await threeInTurn();
  for (const survey of surveys.slice(0, 2))
    await it.db.updateTable('surveys').set({ disabled: true }).where('id', '=', survey.id).execute();
  await timePasses(surveys[2].id, '0 days');
  expect(await states()).toEqual([`ACTIVE CONTACT IN SURVEY ${surveys[2].id}`, waits, asked]);
  expect((await say(number, 'nine')).post_id).toBe((await recipients(surveys[2].id))[0]?.post_id);
});

test('STOP ends those that wait as well, and START brings them back in their order', async () => {
  const { surveys, number, contact, states } = await threeInTurn();
  await say(number, 'four');
  await say(number, 'STOP');
  expect(await states()).toEqual(['STOPPED', 'STOPPED', 'STOPPED']);
  await timePasses(surveys[1].id, '0 days');
  expect(await textsTo(contact)).toHaveLength(2);
  await say(number, 'START');
  expect(await states()).toEqual([asked, waits, waits]);
  await say(number, 'tents');
  expect(await states()).toEqual([done, asked, waits]);
});

test('a survey that takes over leaves those that wait where they are', async () => {
  const { surveys, number, states } = await threeInTurn();
  const urgent = await aTargeted();
  expect((await send(urgent.id, number)).body.invalidated_contacts).toMatchObject([
    { form_id: surveys[0].id },
  ]);
  expect(await states()).toEqual([`ACTIVE CONTACT IN SURVEY ${urgent.id}`, waits, waits]);
  await say(number, 'seven');
  await say(number, 'boats');
  expect(await statusOf(urgent.id, number)).toBe(done);
  expect((await states()).slice(1)).toEqual([asked, waits]);
});
