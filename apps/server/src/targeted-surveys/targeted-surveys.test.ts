import type { PhoneNumberCheck } from '@waypost/contract/targeted-surveys/targeted-surveys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { handleReply } from './handle-reply.ts';
import { createTargetedSurveyHelpers, defaultQuestions, textField } from './targeted-surveys.fixture.ts';

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
  readPost,
  thread,
  textsTo,
  advanceTime,
} = createTargetedSurveyHelpers(() => app);

describe('sending a survey', () => {
  test('parses numbers by the rules of the country, without duplicates', async () => {
    const check = await app.send<PhoneNumberCheck>('settings manager', 'POST', '/forms/numbers', {
      contacts: '0712 345 678, +254712345678,254712345678,\n0733123456, 12, +15552345678, 12',
      country_code: 'ke',
    });
    expect(check.body).toEqual({
      numbers: ['+254712345678', '+254733123456'],
      duplicates: 3,
      invalid: ['12', '+15552345678'],
      stopped: [],
      elsewhere: 0,
      data_source: 'simulated',
      data_sources: ['simulated'],
    });
    const bad = await app.send('admin', 'POST', '/forms/numbers', { contacts: '1', country_code: 'XX' });
    expect([bad.status, errorPointers(bad)]).toEqual([422, ['/country_code']]);
  });

  test('creates a post under review for each number, and sends the first question', async () => {
    const survey = await createTargetedSurvey();
    const [first, second] = newNumbers(2) as [string, string];
    const sendResponse = await send(survey.id, `${first},${second}, ${first}`);
    expect([sendResponse.status, sendResponse.body]).toEqual([
      200,
      { form_id: survey.id, count: 2, invalidated_contacts: [], duplicates: 1, stopped: [], waiting: 0 },
    ]);
    const list = await recipients(survey.id);
    expect(
      list.map((recipient) => [recipient.contact, recipient.survey_status, recipient.country_code]),
    ).toEqual([
      [first, 'PENDING RESPONSE', 'KE'],
      [second, 'PENDING RESPONSE', 'KE'],
    ]);
    expect(await readPost(list[0]?.post_id ?? 0)).toMatchObject({
      form: { id: survey.id },
      status: 'draft',
      source: 'sms',
      title: expect.stringMatching(/^Flood report - \d{1,6}$/),
      contact: { id: list[0]?.contact_id },
    });
    expect(await thread(list[0]?.contact_id ?? 0)).toMatchObject([
      {
        message: 'How many are you?',
        type: 'sms',
        status: 'sent',
        direction: 'outgoing',
        post_id: list[0]?.post_id,
      },
    ]);
    expect(await stats(survey.id)).toMatchObject({
      total_responses: 0,
      total_recipients: 2,
      total_response_recipients: 0,
      total_messages_sent: 2,
      total_messages_pending: 2,
    });
  });

  test('is refused at the invalid field without any effect', async () => {
    const survey = await createTargetedSurvey();
    const [number] = newNumbers(1) as [string];
    const open = await createTestSurvey(app.db, defaultQuestions);
    const empty = await createTestSurvey(
      app.db,
      { title: { type: 'title' } },
      { everyone_can_create: false },
    );
    await app.db.updateTable('surveys').set({ targeted_survey: true }).where('id', '=', empty.id).execute();
    const wrong = async (reply: ReturnType<typeof send>) => {
      const response = await reply;
      return [response.status, errorPointers(response), errorCodes(response)];
    };
    expect(await wrong(send(open.id, number))).toEqual([422, ['/id'], ['notTargeted']]);
    expect(await wrong(send(empty.id, number))).toEqual([422, ['/id'], ['noQuestions']]);
    expect(await wrong(send(survey.id, `${number},12`))).toEqual([422, ['/contacts'], ['numbersInvalid']]);
    expect(await wrong(send(survey.id, ' , '))).toEqual([422, ['/contacts'], ['required']]);
    expect(await wrong(send(survey.id, ''))).toEqual([422, ['/contacts'], ['required']]);
    expect(await wrong(send(survey.id, number, 'admin', 'QQ'))).toEqual([422, ['/country_code'], ['exists']]);
    expect(await recipients(survey.id)).toEqual([]);
    expect((await send(survey.id, number)).status).toBe(200);
    expect(await wrong(send(survey.id, number))).toEqual([422, ['/id'], ['alreadySent']]);
    for (const kind of ['member', 'reviewer'] as const)
      expect((await send(survey.id, number, kind)).status).toBe(403);
    expect((await send(987654, number)).status).toBe(404);
  });

  test('uses the gateway that is switched on; simulated phones only without one', async () => {
    await app.send('admin', 'PUT', '/config/data-provider', {
      providers: { twilio: true },
      twilio: { from: '+15550000', account_sid: 'AC1', auth_token: 'token', sms_auto_response: 'Thanks' },
    });
    try {
      const survey = await createTargetedSurvey();
      const [number] = newNumbers(1) as [string];
      await send(survey.id, number);
      const [recipient] = await recipients(survey.id);
      expect(recipient?.data_source).toBe('twilio');
      expect(await thread(recipient?.contact_id ?? 0)).toMatchObject([
        { data_source: 'twilio', status: 'pending' },
      ]);
      const closed = await app.send<{ is_on: boolean }>('admin', 'GET', '/simulated-phones');
      expect(closed.body.is_on).toBe(false);
      const fromSimulatedPhone = await app.send('admin', 'POST', '/simulated-phones/messages', {
        from: number,
        message: 'Hi',
      });
      expect([fromSimulatedPhone.status, errorPointers(fromSimulatedPhone)]).toEqual([422, ['/data_source']]);
    } finally {
      await app.send('admin', 'PUT', '/config/data-provider', { providers: { twilio: false } });
    }
  });
});

describe('a conversation', () => {
  test('stores each reply as the answer and sends the next question, until there is none', async () => {
    const survey = await createTargetedSurvey({
      'What do you need?': textField,
      'Where are you?': textField,
    });
    const [number] = newNumbers(1) as [string];
    await send(survey.id, number);
    const [recipient] = await recipients(survey.id);
    const reply = await sendFromPhone(number, ' We are nine ');
    expect(reply).toMatchObject({
      is_reply: true,
      post_id: recipient?.post_id,
      contact_id: recipient?.contact_id,
    });
    expect(await statusOf(survey.id, number)).toBe('PENDING RESPONSE');
    await sendFromPhone(number, 'Water');
    await sendFromPhone(number, 'At the school');
    expect(await statusOf(survey.id, number)).toBe('SURVEY FINISHED');
    expect((await readPost(recipient?.post_id ?? 0)).values).toMatchObject({
      [survey.keyOf('How many are you?')]: ['We are nine'],
      [survey.keyOf('What do you need?')]: ['Water'],
      [survey.keyOf('Where are you?')]: ['At the school'],
    });
    expect(await textsTo(recipient?.contact_id ?? 0)).toEqual([
      'How many are you?',
      'What do you need?',
      'Where are you?',
    ]);
    expect(await stats(survey.id)).toMatchObject({
      total_responses: 3,
      total_response_recipients: 1,
      total_messages_sent: 3,
      total_messages_pending: 0,
    });
    const after = await sendFromPhone(number, 'And blankets');
    expect([after.is_reply, after.post_id === recipient?.post_id]).toEqual([false, false]);
  });

  test('a message of a number without a survey becomes a report', async () => {
    const [number] = newNumbers(1) as [string];
    const reply = await sendFromPhone(number, 'The bridge is gone');
    expect(reply.is_reply).toBe(false);
    expect(await readPost(reply.post_id)).toMatchObject({
      content: 'The bridge is gone',
      source: 'sms',
      status: 'draft',
    });
  });

  test('a phone number in a reply is read as in the country of the site', async () => {
    await app.send('admin', 'PUT', '/config/site', { country: 'KE' });
    const survey = await createTargetedSurvey({ 'Whom can we call?': { type: 'phone', input: 'phone' } });
    const [number] = newNumbers(1) as [string];
    await send(survey.id, number);
    const [recipient] = await recipients(survey.id);
    for (const reply of ['Nine', '0711 222333']) await sendFromPhone(number, reply);
    await app.send('admin', 'PUT', '/config/site', { country: null });
    expect((await readPost(recipient?.post_id ?? 0)).values).toMatchObject({
      [survey.keyOf('Whom can we call?')]: ['+254711222333'],
    });
  });

  test('a repeated delivery, also at the same time, is one answer', async () => {
    const survey = await createTargetedSurvey();
    const [number] = newNumbers(1) as [string];
    await send(survey.id, number);
    const [recipient] = await recipients(survey.id);
    const all = await Promise.all([
      sendFromPhone(number, 'Two', 'a'),
      sendFromPhone(number, 'Two', 'a'),
      sendFromPhone(number, 'Two', 'a'),
    ]);
    expect(new Set(all.map((reply) => reply.message_id)).size).toBe(1);
    expect(await textsTo(recipient?.contact_id ?? 0)).toEqual(['How many are you?', 'What do you need?']);
    expect((await readPost(recipient?.post_id ?? 0)).values).toEqual({
      [survey.keyOf('How many are you?')]: ['Two'],
    });
  });

  test('parts that arrive out of order are one answer, in the order of sending', async () => {
    const survey = await createTargetedSurvey();
    const [number] = newNumbers(1) as [string];
    await send(survey.id, number);
    const [recipient] = await recipients(survey.id);
    const deliver = (message: string, second: number) =>
      inTransaction(app.db, 'writes', (tx) =>
        handleReply(
          tx,
          {
            type: 'sms',
            from: number.replace('+', '00'),
            message,
            // The phone's clock is wrong by years.
            datetime: new Date(Date.UTC(2019, 1, 1, 12, 0, second)),
            data_source: 'simulated',
          },
          {
            outbox: {} as never,
            gateways: { dispatch: () => Promise.resolve(), canSend: () => Promise.resolve(true) },
          },
        ),
      );
    await deliver('and three children', 2);
    await deliver('Two adults', 1);
    const key = survey.keyOf('How many are you?');
    expect((await readPost(recipient?.post_id ?? 0)).values).toEqual({
      [key]: ['Two adults\nand three children'],
    });
    expect(await textsTo(recipient?.contact_id ?? 0)).toEqual(['How many are you?', 'What do you need?']);
    await deliver('Rice', 9);
    expect(await statusOf(survey.id, number)).toBe('SURVEY FINISHED');
  });

  test('a reply that cannot be parsed is asked for once more; options are chosen by number or text', async () => {
    const survey = await createTargetedSurvey({
      'Are you safe?': { type: 'varchar', input: 'radio', options: ['Yes', 'No'] },
      'How old?': { type: 'int', input: 'number' },
    });
    const [number] = newNumbers(1) as [string];
    await send(survey.id, number);
    const [recipient] = await recipients(survey.id);
    for (const reply of ['Nine', 'perhaps', '2', 'a lot', 'really a lot']) await sendFromPhone(number, reply);
    expect(await textsTo(recipient?.contact_id ?? 0)).toEqual([
      'How many are you?',
      'Are you safe?\n1 Yes\n2 No',
      'Are you safe?\n1 Yes\n2 No',
      'How old?',
      'How old?',
    ]);
    expect((await readPost(recipient?.post_id ?? 0)).values).toEqual({
      [survey.keyOf('How many are you?')]: ['Nine'],
      [survey.keyOf('Are you safe?')]: ['No'],
    });
    expect(await statusOf(survey.id, number)).toBe('SURVEY FINISHED');
  });

  test.each(['STOP', 'stop.', 'Arrêt', 'توقف', 'Simama', '停止'])(
    '%s ends the survey, and nothing is sent any more',
    async (word) => {
      const survey = await createTargetedSurvey();
      const [number] = newNumbers(1) as [string];
      await send(survey.id, number);
      const reply = await sendFromPhone(number, word);
      const before = await textsTo(reply.contact_id);
      expect(reply.is_reply).toBe(true);
      expect(await statusOf(survey.id, number)).toBe('STOPPED');
      expect(await stats(survey.id)).toMatchObject({ total_responses: 0, total_response_recipients: 0 });
      expect((await readPost(reply.post_id)).values).toEqual([]);
      const response = await app.send('reviewer', 'POST', '/messages', {
        message: 'Hello',
        contact_id: reply.contact_id,
        type: 'sms',
      });
      expect([response.status, errorPointers(response), errorCodes(response)]).toEqual([
        422,
        ['/contact_id'],
        ['contactStopped'],
      ]);
      const next = await createTargetedSurvey();
      const [other] = newNumbers(1) as [string];
      const alone = await send(next.id, number);
      expect([alone.status, errorCodes(alone)]).toEqual([422, ['allStopped']]);
      expect((await send(next.id, `${number},${other}`)).body).toMatchObject({ count: 1, stopped: [number] });
      expect(await textsTo(reply.contact_id)).toEqual(before);
    },
  );

  test('START continues where STOP ended the survey', async () => {
    const survey = await createTargetedSurvey();
    const [number] = newNumbers(1) as [string];
    await send(survey.id, number);
    await sendFromPhone(number, 'Five');
    const { contact_id, post_id } = await sendFromPhone(number, 'Stop');
    await sendFromPhone(number, 'START');
    expect(await textsTo(contact_id)).toEqual([
      'How many are you?',
      'What do you need?',
      'What do you need?',
    ]);
    await sendFromPhone(number, 'Start with tents');
    expect((await readPost(post_id)).values).toMatchObject({
      [survey.keyOf('What do you need?')]: ['Start with tents'],
    });
    expect(await statusOf(survey.id, number)).toBe('SURVEY FINISHED');
  });

  test('a newer survey takes over and ends the older one', async () => {
    const [old, newer] = [await createTargetedSurvey(), await createTargetedSurvey()];
    const [number] = newNumbers(1) as [string];
    await send(old.id, number);
    const [recipient] = await recipients(old.id);
    const sendResponse = await send(newer.id, number);
    expect(sendResponse.body.invalidated_contacts).toEqual([
      { contact: number, contact_id: recipient?.contact_id, form_id: old.id },
    ]);
    expect(await statusOf(old.id, number)).toBe(`ACTIVE CONTACT IN SURVEY ${newer.id}`);
    expect((await stats(old.id)).total_recipients).toBe(0);
    const reply = await sendFromPhone(number, 'Six');
    expect(reply.post_id).toBe((await recipients(newer.id))[0]?.post_id);
  });

  test('a reminder is sent once after a day, and the survey expires after a week', async () => {
    const survey = await createTargetedSurvey();
    const [number] = newNumbers(1) as [string];
    await send(survey.id, number);
    const [recipient] = await recipients(survey.id);
    const advance = (time: string) => advanceTime(survey.id, time);
    await advance('23 hours');
    expect(await textsTo(recipient?.contact_id ?? 0)).toHaveLength(1);
    await advance('2 hours');
    await advance('2 days');
    expect(await textsTo(recipient?.contact_id ?? 0)).toEqual(['How many are you?', 'How many are you?']);
    await advance('4 days');
    expect(await statusOf(survey.id, number)).toBe('EXPIRED');
    expect((await sendFromPhone(number, 'Late')).is_reply).toBe(false);
  });
});
