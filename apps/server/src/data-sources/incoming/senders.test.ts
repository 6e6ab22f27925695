/** What is no number stays a name, by every gateway: nobody else gets the thread, and nobody else is silenced (docs/decisions/0041). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import {
  deliverBy,
  type SmsGatewayId,
  smsGatewayIds,
  startAppWithSmsGateways,
} from './sms-gateways.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startAppWithSmsGateways();
});
afterAll(() => app.close());

/** A number for each gateway. */
const numbers: Record<SmsGatewayId, string> = {
  smssync: '+12025550135',
  frontlinesms: '+12025550136',
  nexmo: '+12025550137',
  twilio: '+12025550138',
};

let lastId = 0;
const deliver = (gateway: SmsGatewayId, from: string, message: string) =>
  deliverBy(app, gateway, { from, message, id: `id ${++lastId}` });

async function readThread(number: string): Promise<{ messages: string[]; isStopped: boolean }> {
  const { rows } = await sql<{ message: string | null; stopped: boolean }>`
    select message, opted_out is not null as stopped from contacts left join messages on contact_id = contacts.id
    where normalized_contact = ${number} order by messages.id`.execute(app.db);
  return { messages: rows.map(({ message }) => message ?? ''), isStopped: rows.some((row) => row.stopped) };
}

/**
 * ASCII without letters, digits and separators; then signs of each kind: line breaks, marks, numbers that are no digits, symbols,
 * halves of a pair. `normalize-message.test.ts` tries all characters.
 */
const characters = [
  ...Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)),
  ...Array.from(
    '\u0085\u00a6\u00b2\u00b7\u00bd\u2028\u2029\u0301\u2044\u2215\u20ac\u2077\u2466\u247a\u2492\u2166\u4e03\u09ee\u0600\ufffd\uff0c',
  ),
  '\u{1f600}',
  '\u{1f108}',
  '\ud83d',
  '\ude00',
  '\ufffe',
].filter((character) => !/[\t ()[\]./a-zA-Z0-9-]/.test(character));

test.each(smsGatewayIds)(
  '%s: a sender with a foreign character is never another person',
  {
    timeout: scaled(120_000),
  },
  async (id) => {
    const number = numbers[id];
    expect(await deliver(id, number, 'The well is dry')).toBe(200);
    const [start, end] = [number.slice(0, -1), number.slice(-1)];
    const senders = [
      ...characters.map((character) => `${start}${character}${end}`),
      ...[' ', '(', '\u200b', '-'].map((padding) => `${number}${padding.repeat(250)}x9`),
      `${number}\n${number}`,
    ];
    for (const sender of senders)
      expect([JSON.stringify(sender), await deliver(id, sender, 'STOP')]).toEqual([
        JSON.stringify(sender),
        200,
      ]);
    await app.jobs.runPending();
    expect(await readThread(number)).toEqual({ messages: ['The well is dry'], isStopped: false });
    const { rows } = await sql`select fault from incoming_queue where payload is not null`.execute(app.db);
    expect(rows).toEqual([]);
  },
);

test.each(smsGatewayIds)('%s: a number with separators is the number', async (id) => {
  const number = numbers[id].replace('+1202', '+1303');
  expect(await deliver(id, number, 'The well is dry')).toBe(200);
  const spelled = `${number.slice(0, 2)} (${number.slice(2, 5)})\u00a0${number.slice(5, 8)}-${number.slice(8)}\u200e `;
  expect(await deliver(id, spelled, 'STOP')).toBe(200);
  await app.jobs.runPending();
  expect(await readThread(number)).toEqual({ messages: ['The well is dry', 'STOP'], isStopped: true });
});

test.each(smsGatewayIds)('%s: a message whose sender or text cannot be seen is refused', async (id) => {
  for (const invisible of ['\u200b', ' \u2060\n\u200d ', '\ufe0f\u3164', '\u{e0041}', '\u2800'])
    for (const [from, message] of [
      [numbers[id], invisible],
      [invisible, 'The well is dry'],
    ] as const)
      expect(await deliver(id, from, message)).toBeOneOf([400, 422]);
  // Signs that are written with invisible characters can be seen.
  expect(await deliver(id, numbers[id], '\u{1f469}\u200d\u{1f692}')).toBe(200);
});
