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

const { createTargetedSurvey, newNumbers, send, sendFromPhone, recipients, stats, advanceTime } =
  createTargetedSurveyHelpers(() => app);

test('a thousand phones answer in any order, repeatedly and with losses: every answer is stored once', {
  timeout: scaled(180_000),
}, async () => {
  const questions = { 'What do you need?': textField, 'Where are you?': textField };
  const survey = await createTargetedSurvey(questions);
  const phones = newNumbers(1000);
  const sendResponse = await send(survey.id, phones.join(','));
  expect(sendResponse.body.count).toBe(1000);
  const chance = (probability: number) => Math.random() < probability;
  /** The question at which each phone's answer was lost; it answers again after the reminder. */
  const lost = new Map<string, number>();
  /** One in five answers is sent twice at once, one in five is repeated later, as gateways do without a response. */
  async function answerQuestions(phone: string, firstQuestion: number, lossProbability: number) {
    for (let question = firstQuestion; question < 3; question++) {
      const [message, id] = [`${phone} ${question}`, `${phone}-${question}`];
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 40);
      });
      if (chance(lossProbability)) return lost.set(phone, question);
      if (chance(0.2))
        await Promise.all([sendFromPhone(phone, message, id), sendFromPhone(phone, message, id)]);
      else await sendFromPhone(phone, message, id);
      if (chance(0.2)) await sendFromPhone(phone, message, id);
    }
    return lost.delete(phone);
  }
  const answerInParallel = async (waiting: [string, number][], lossProbability: number) => {
    const worker = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        await answerQuestions(...next, lossProbability);
    };
    await Promise.all(Array.from({ length: 24 }, worker));
  };
  await answerInParallel(
    phones.map((phone) => [phone, 0]),
    0.03,
  );
  const lostAnswers = [...lost];
  expect(lostAnswers.length).toBeGreaterThan(0);
  await advanceTime(survey.id, '25 hours');
  await answerInParallel([...lostAnswers], 0);
  const list = await recipients(survey.id);
  expect(new Set(list.map((recipient) => recipient.survey_status))).toEqual(new Set(['SURVEY FINISHED']));
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
    total_messages_sent: 3000 + lostAnswers.length,
    total_messages_pending: 0,
  });
});
