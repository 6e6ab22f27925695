/**
 * Codes that show that a number or address belongs to an account: six random digits, kept as an HMAC, good for a quarter of an
 * hour and five tries. How often one is sent is bounded for the account, for the address, and for both together, so that nobody can
 * have a stranger's phone ring. None of it is counted by contact: a contact is deleted and made again, or changed, in a moment. The limits are `limits.confirmation`.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Delivery } from '@waypost/contract/confirmation';
import { limits } from '@waypost/contract/limits';
import type { Tx } from '../kernel/db.ts';
import { Problem } from '../kernel/problem.ts';
import { secondsToWait, type Throttle } from '../kernel/throttle.ts';
import type { Vault } from '../kernel/vault.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { type Words, wordsIn } from '../words/words.public.ts';
import {
  type CodeSubject,
  countWrongCode,
  deleteCode,
  findCode,
  isStopped,
  readOwnLanguage,
  readReach,
  storeCode,
} from './confirmation.sql.ts';

const { digits, seconds, attempts, pause, accountADay, accountTargetADay, targetADay } = limits.confirmation;
const day = 86_400;
const perAccount: Throttle = { name: 'codes account', most: accountADay, seconds: day };
/** Tries to enter a code are bounded by these two: each code that is sent brings so many. */
const pauseOfTarget: Throttle = { name: 'codes pause', most: 1, seconds: pause };
const perAccountAndTarget: Throttle = { name: 'codes account target', most: accountTargetADay, seconds: day };
const perTarget: Throttle = { name: 'codes target', most: targetADay, seconds: day };

/** How codes reach phones: brought by whoever knows gateways. */
export interface CodeTexting {
  /** What becomes of a text message with a code that is sent now; undefined: none can be sent. */
  codeDelivery: (tx: Tx) => Promise<'sent' | 'simulated' | undefined>;
  /** Hands the text over in the transaction, to be sent after it. */
  sendCode: (tx: Tx, contact: { id: number }, text: string) => Promise<void>;
}

/** What became of a code that was entered. */
export type CodeCheck =
  | { outcome: 'right' | 'expired' | 'too-many-tries' }
  | { outcome: 'wrong'; triesLeft: number };

export interface SentCode {
  expires: Date;
  delivery: Delivery;
}

function mailOf({ t }: Words, siteName: string, code: string): { subject: string; text: string } {
  const site = siteName || 'Waypost';
  const text = [
    t('code.mail', { site }),
    '',
    code,
    '',
    t('code.good', { minutes: seconds / 60 }),
    t('code.ignore'),
    '',
  ];
  return { subject: t('code.subject', { site }), text: text.join('\n') };
}

const textOf = ({ t }: Words, siteName: string, code: string): string =>
  t('code.sms', { site: siteName || 'Waypost', code, minutes: seconds / 60 });

/** @throws Problem 429 when the limit is reached */
async function countAgainst(
  tx: Tx,
  throttle: Throttle,
  who: string,
  problem: 'confirmation.wait' | 'confirmation.too-many' = 'confirmation.too-many',
): Promise<void> {
  // In the transaction that sends: a code that is not sent does not count.
  const wait = await secondsToWait(tx, throttle, who);
  if (wait > 0) throw new Problem(problem, { seconds: wait }).after(wait);
}

export class ConfirmationCodes {
  readonly #vault: Vault;
  readonly #outbox: Outbox;
  readonly #texting: CodeTexting;

  constructor({ vault, outbox, texting }: { vault: Vault; outbox: Outbox; texting: CodeTexting }) {
    this.#vault = vault;
    this.#outbox = outbox;
    this.#texting = texting;
  }

  /** Types of contacts that codes can be sent to now. E-mail always: without a mail server it waits in the outbox. */
  async confirmableTypes(tx: Tx): Promise<('email' | 'phone')[]> {
    return (await this.#texting.codeDelivery(tx)) ? ['email', 'phone'] : ['email'];
  }

  /**
   * Sends a new code, which replaces the one before.
   * @param userId the account that it is sent for
   * @throws Problem 422 where no code can be sent to this type, 429 when one was sent too recently or too often
   */
  async send(tx: Tx, subject: CodeSubject, userId: number): Promise<SentCode> {
    const delivery = await this.#deliveryTo(tx, subject.type);
    await countAgainst(tx, perAccount, String(userId));
    const target = `${subject.type} ${await readReach(tx, subject)}`;
    const accountAndTarget = `${subject.accountId} ${target}`;
    await countAgainst(tx, pauseOfTarget, accountAndTarget, 'confirmation.wait');
    await countAgainst(tx, perAccountAndTarget, accountAndTarget);
    await countAgainst(tx, perTarget, target);
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    const expires = await storeCode(tx, subject, this.#macOf(subject, code), seconds);
    // Who asked for silence gets none, and whoever asks for the code does not learn that.
    if (!(await isStopped(tx, subject))) await this.#deliver(tx, subject, userId, code);
    return { expires, delivery };
  }

  /**
   * Looks at a code that was entered; a right one is used up. Wrong ones are counted, so the transaction must commit whatever
   * the outcome is.
   */
  async check(tx: Tx, subject: CodeSubject, code: string): Promise<CodeCheck> {
    const known = await findCode(tx, subject);
    if (!known || known.expires <= new Date()) return { outcome: 'expired' };
    if (known.attempts >= attempts) return { outcome: 'too-many-tries' };
    if (timingSafeEqual(this.#macOf(subject, code), known.mac)) {
      await deleteCode(tx, known.id);
      return { outcome: 'right' };
    }
    await countWrongCode(tx, known.id);
    const triesLeft = attempts - known.attempts - 1;
    return triesLeft === 0 ? { outcome: 'too-many-tries' } : { outcome: 'wrong', triesLeft };
  }

  /** Depends on the deployment alone: nothing is learned of the address. @throws Problem 422 where no code can be sent */
  async #deliveryTo(tx: Tx, type: CodeSubject['type']): Promise<Delivery> {
    if (type === 'twitter') throw new Problem('confirmation.unsupported');
    if (type === 'email') return this.#outbox.delivery(tx);
    const delivery = await this.#texting.codeDelivery(tx);
    if (!delivery) throw new Problem('confirmation.no-gateway');
    return delivery;
  }

  async #deliver(tx: Tx, subject: CodeSubject, userId: number, code: string): Promise<void> {
    const { name, language } = await readSite(tx);
    const words = wordsIn(await readOwnLanguage(tx, userId), language);
    if (subject.type === 'email')
      await this.#outbox.put(tx, { to: subject.address, ...mailOf(words, name, code) }, seconds);
    else await this.#texting.sendCode(tx, { id: subject.id }, textOf(words, name, code));
  }

  /** Bound to the address: a code that was sent elsewhere is wrong here. */
  #macOf({ kind, id, type, address }: CodeSubject, code: string): Buffer {
    return this.#vault.mac(JSON.stringify([kind, id, type, address, code]), 'confirmation-code');
  }
}
