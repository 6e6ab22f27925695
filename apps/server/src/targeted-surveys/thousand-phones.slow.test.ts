import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';
import { createTargetedSurveyHelpers, textField } from './targeted-surveys.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { aTargeted, newNumbers, send, say, recipients, stats, timePasses } = createTargetedSurveyHelpers(
  () => app,
);

test('a thousand phones answer in any order, twice, and through losses: every answer is stored once', {
  timeout: scaled(180_000),
}, async () => {
  const questions = { 'What do you need?': textField, 'Where are you?': textField };
  const survey = await aTargeted(questions);
  const phones = newNumbers(1000);
  const sent = await send(survey.id, phones.join(','));
  expect(sent.body.count).toBe(1000);
  const chance = (of: number) => Math.random() < of;
  /** Where each phone is: what it said got lost on the way, and nobody knows, until it is asked again. */
  const lost = new Map<string, number>();
  /** One in five says a thing twice at once, one in five once more later, as gateways do that hear no answer. */
  async function answers(phone: string, from: number, losses: number) {
    for (let question = from; question < 3; question++) {
      const [message, id] = [`${phone} ${question}`, `${phone}-${question}`];
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 40);
      });
      if (chance(losses)) return lost.set(phone, question);
      if (chance(0.2)) await Promise.all([say(phone, message, id), say(phone, message, id)]);
      else await say(phone, message, id);
      if (chance(0.2)) await say(phone, message, id);
    }
    return lost.delete(phone);
  }
  const inLines = async (waiting: [string, number][], losses: number) => {
    const line = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await answers(...next, losses);
    };
    await Promise.all(Array.from({ length: 24 }, line));
  };
  await inLines(
    phones.map((phone) => [phone, 0]),
    0.03,
  );
  const silent = [...lost];
  expect(silent.length).toBeGreaterThan(0);
  await timePasses(survey.id, '25 hours');
  await inLines([...silent], 0);
  const list = await recipients(survey.id);
  expect(new Set(list.map((one) => one.survey_status))).toEqual(new Set(['SURVEY FINISHED']));
  const { rows } = await sql<{ contact: string; values: Record<string, string[]> }>`
    select contacts.contact, posts.values from posts join contacts on contacts.id = posts.contact_id
    where posts.survey_id = ${survey.id}`.execute(app.db);
  expect(rows).toHaveLength(1000);
  for (const { contact, values } of rows)
    expect(values).toEqual({
      [survey.keyOf('How many are you?')]: [`${contact} 0`],
      [survey.keyOf('What do you need?')]: [`${contact} 1`],
      [survey.keyOf('Where are you?')]: [`${contact} 2`],
    });
  expect(await stats(survey.id)).toMatchObject({
    total_responses: 3000,
    total_recipients: 1000,
    total_response_recipients: 1000,
    total_messages_sent: 3000 + silent.length,
    total_messages_pending: 0,
  });
});
