/** Targeted surveys go to nobody who did not agree to be contacted about their report (docs/decisions/0071). */
import type { PhoneNumberCheck } from '@waypost/contract/targeted-surveys/targeted-surveys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createTargetedSurveyHelpers, type SentSurvey, textField } from './targeted-surveys.fixture.ts';

let app: TestApp;
const { createTargetedSurvey, newNumbers, send, sendFromPhone, recipients, statusOf, textsTo } =
  createTargetedSurveyHelpers(() => app);
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Records that the owner of a number said no on the phone. */
async function decline(survey: number, number: string): Promise<void> {
  const row = (await recipients(survey)).find(({ contact }) => contact === number);
  const consent = { agreed: ['publish'], note: 'By phone' };
  const { status } = await app.send('reviewer', 'PUT', `/posts/${row?.post_id}/consent`, consent);
  expect(status).toBe(200);
}
const sendTo = (survey: number, numbers: readonly string[], more = {}) =>
  app.send<SentSurvey & { stopped: string[] }>('settings manager', 'POST', `/forms/${survey}/contacts`, {
    formId: survey,
    contacts: numbers.join(','),
    country_code: 'KE',
    ...more,
  });

test('a number whose owner said no is left out, before and while a survey is sent', async () => {
  const [first, second] = [
    await createTargetedSurvey({ 'First?': textField }),
    await createTargetedSurvey({ 'Second?': textField }),
  ];
  const [unwilling, willing] = newNumbers(2) as [string, string];
  await send(first.id, unwilling);
  await decline(first.id, unwilling);
  const checked = await app.send<PhoneNumberCheck>('settings manager', 'POST', '/forms/numbers', {
    contacts: `${unwilling},${willing}`,
    country_code: 'KE',
  });
  expect(checked.body.stopped).toEqual([unwilling]);
  const refused = await sendTo(second.id, [unwilling]);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('allStopped'),
  ]);
  expect((await sendTo(second.id, [unwilling, willing])).body).toMatchObject({
    count: 1,
    stopped: [unwilling],
  });
  expect((await recipients(second.id)).map(({ contact }) => contact)).toEqual([willing]);
});

test('a survey that waits its turn is not sent to somebody who says no meanwhile', async () => {
  const [first, second] = [
    await createTargetedSurvey({ 'First?': textField }),
    await createTargetedSurvey({ 'Second?': textField }),
  ];
  const [number] = newNumbers(1) as [string];
  await send(first.id, number);
  await sendTo(second.id, [number], { in_turn: true });
  await decline(first.id, number);
  const texts = await textsTo((await recipients(first.id))[0]?.contact_id ?? 0);
  for (const answer of ['four', 'tents']) await sendFromPhone(number, answer);
  expect([await statusOf(first.id, number), await statusOf(second.id, number)]).toEqual([
    'SURVEY FINISHED',
    'STOPPED',
  ]);
  expect((await textsTo((await recipients(first.id))[0]?.contact_id ?? 0)).slice(texts.length)).toEqual([
    'First?',
  ]);
});
