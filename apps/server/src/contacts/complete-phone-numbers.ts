/**
 * Numbers without a country code, where the country of the deployment is known: they are stored with it, so that `4915777…`, `015777…`
 * and `+4915777…` are one number (docs/decisions/0041).
 */
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { readSite } from '../settings/settings.public.ts';
import { markContactConfirmed } from './contact-confirmation.sql.ts';
import { findContact, lockPhoneNumber } from './contacts.sql.ts';
import { toInternationalNumber } from './phone-country.rules.ts';
import {
  completeNumber,
  findNationalContacts,
  lockContactsWithNumber,
  markNumbersCompleted,
  mergeContact,
} from './phone-country.sql.ts';

/** Completes stored numbers after the country was set or changed. */
export const completePhoneNumbers = defineJob({ name: 'complete-phone-numbers', payload: EmptyPayload });

/** Contacts in one transaction. */
const batchSize = 200;

/** The country of the deployment (ISO 3166-1 alpha-2); undefined: not known. */
export async function readPhoneCountry(tx: Tx): Promise<string | undefined> {
  const { country } = await readSite(tx);
  return typeof country === 'string' && country !== '' ? country : undefined;
}

/** The number in its stored form, with the country code if the country is known. */
export const completePhoneNumber = async (tx: Tx, number: string): Promise<string> =>
  toInternationalNumber(number, await readPhoneCountry(tx));

/** Gives a contact its complete number, or merges it with the contact that has it already. */
async function completeContact(tx: Tx, id: number, from: string, to: string): Promise<void> {
  for (const number of [from, to].toSorted()) await lockPhoneNumber(tx, number);
  const contact = await findContact(tx, id);
  if (contact?.normalized_contact !== from) return;
  const others = await lockContactsWithNumber(tx, to);
  const own = others.find(({ user_id }) => user_id === contact.user_id);
  const confirmed = others.find((other) => other.confirmed !== null);
  if (contact.user_id === null) {
    const target = confirmed ?? own;
    if (target) await mergeContact(tx, id, target.id);
    else await completeNumber(tx, contact, to, true);
    return;
  }
  if (own) {
    await mergeContact(tx, id, own.id);
    const target = await findContact(tx, own.id);
    if (contact.confirmed && target && !confirmed) await markContactConfirmed(tx, target);
    return;
  }
  await completeNumber(tx, contact, to, confirmed === undefined);
  const completed = await findContact(tx, id);
  // What was written from the number while nobody had confirmed it belongs to the contact now.
  if (completed?.confirmed) await markContactConfirmed(tx, completed);
}

/** Creates the handler of `completePhoneNumbers`. It may be repeated: what is complete stays. */
export const createNumberCompleter =
  (db: Db): JobHandler<typeof completePhoneNumbers> =>
  async (_payload, run) => {
    const country = await inTransaction(db, 'reads', readPhoneCountry);
    if (country === undefined) return run.complete((tx) => markNumbersCompleted(tx, ''));
    for (let afterId = 0; !run.signal.aborted; ) {
      const lastId = await inTransaction(db, 'writes', async (tx) => {
        const contacts = await findNationalContacts(tx, afterId, batchSize);
        for (const { id, normalized_contact: number } of contacts) {
          const complete = toInternationalNumber(number, country);
          if (complete !== number) await completeContact(tx, id, number, complete);
        }
        return contacts.at(-1)?.id;
      });
      if (lastId === undefined) break;
      afterId = lastId;
    }
    await run.complete((tx) => markNumbersCompleted(tx, country));
  };
