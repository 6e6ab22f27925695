/**
 * Codes that show that a number or address belongs to an account: six random digits, kept as an HMAC, good for a quarter of an
 * hour and five tries. How often one is sent is bounded for the account, for the address, and for both together, so that nobody can
 * have a stranger's phone ring. None of it is counted by contact: a contact is deleted and made again, or changed, in a moment. The limits are `limits.confirmation`.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import type { Delivery } from '@waypost/contract/users/confirmation-codes';
import { type Words, wordsIn } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { Problem } from '../kernel/http/problem.ts';
import { registerAttempt, type Throttle } from '../kernel/limits/throttle.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import {
  type CodeSubject,
  countFailedAttempt,
  deleteConfirmationCode,
  findConfirmationCode,
  isOptedOut,
  readNormalizedAddress,
  readRecipientLanguage,
  upsertConfirmationCode,
} from './contact-confirmation.sql.ts';

const {
  digits,
  ttlSeconds: seconds,
  maxAttempts: attempts,
  resendAfterSeconds: pause,
  perAccountPerDay: accountADay,
  perAccountAndTargetPerDay: accountTargetADay,
  perTargetPerDay: targetADay,
} = limits.confirmationCode;
const secondsPerDay = 86_400;
const accountThrottle: Throttle = {
  name: 'codes account',
  maxAttempts: accountADay,
  windowSeconds: secondsPerDay,
};
/** Tries to enter a code are bounded by these two: each code that is sent brings so many. */
const targetPauseThrottle: Throttle = { name: 'codes pause', maxAttempts: 1, windowSeconds: pause };
const accountAndTargetThrottle: Throttle = {
  name: 'codes account target',
  maxAttempts: accountTargetADay,
  windowSeconds: secondsPerDay,
};
const targetThrottle: Throttle = {
  name: 'codes target',
  maxAttempts: targetADay,
  windowSeconds: secondsPerDay,
};

/** How codes reach phones: brought by whoever knows gateways. */
export interface CodeSmsSender {
  /** What becomes of a text message with a code that is sent now; undefined: none can be sent. */
  codeDelivery: (tx: Tx) => Promise<'sent' | 'simulated' | undefined>;
  /** Hands the text over in the transaction, to be sent after it. */
  sendCode: (tx: Tx, contact: { id: number }, text: string) => Promise<void>;
}

/** What became of a code that was entered. */
export type CodeCheckResult =
  | { outcome: 'right' | 'expired' | 'too-many-tries' }
  | { outcome: 'wrong'; triesLeft: number };

export interface SentCode {
  expires: Date;
  delivery: Delivery;
}

function composeCodeMail({ t }: Words, siteName: string, code: string): { subject: string; text: string } {
  const site = siteName || 'Waypost';
  const text = [
    t('code.requested', { site }),
    '',
    code,
    '',
    t('code.expiry', { minutes: seconds / 60 }),
    t('code.ignore'),
    '',
  ];
  return { subject: t('code.subject', { site }), text: text.join('\n') };
}

const composeCodeSms = ({ t }: Words, siteName: string, code: string): string =>
  t('code.sms', { site: siteName || 'Waypost', code, minutes: seconds / 60 });

/** @throws Problem 429 when the limit is reached */
async function consumeThrottle(
  tx: Tx,
  throttle: Throttle,
  who: string,
  problem: 'confirmation.wait' | 'confirmation.too-many' = 'confirmation.too-many',
): Promise<void> {
  // In the transaction that sends: a code that is not sent does not count.
  const waitSeconds = await registerAttempt(tx, throttle, who);
  if (waitSeconds > 0) throw new Problem(problem, { seconds: waitSeconds }).withRetryAfter(waitSeconds);
}

export class ConfirmationCodes {
  readonly #secretBox: SecretBox;
  readonly #outbox: Outbox;
  readonly #smsSender: CodeSmsSender;

  constructor({
    secretBox,
    outbox,
    texting: smsSender,
  }: { secretBox: SecretBox; outbox: Outbox; texting: CodeSmsSender }) {
    this.#secretBox = secretBox;
    this.#outbox = outbox;
    this.#smsSender = smsSender;
  }

  /** Types of contacts that codes can be sent to now. E-mail always: without a mail server it waits in the outbox. */
  async confirmableTypes(tx: Tx): Promise<('email' | 'phone')[]> {
    return (await this.#smsSender.codeDelivery(tx)) ? ['email', 'phone'] : ['email'];
  }

  /**
   * Sends a new code, which replaces the one before.
   * @param userId the account that it is sent for
   * @throws Problem 422 where no code can be sent to this type, 429 when one was sent too recently or too often
   */
  async send(tx: Tx, subject: CodeSubject, userId: number): Promise<SentCode> {
    const delivery = await this.#deliveryTo(tx, subject.type);
    await consumeThrottle(tx, accountThrottle, String(userId));
    const target = `${subject.type} ${await readNormalizedAddress(tx, subject)}`;
    const accountAndTarget = `${subject.accountId} ${target}`;
    await consumeThrottle(tx, targetPauseThrottle, accountAndTarget, 'confirmation.wait');
    await consumeThrottle(tx, accountAndTargetThrottle, accountAndTarget);
    await consumeThrottle(tx, targetThrottle, target);
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    const expires = await upsertConfirmationCode(tx, subject, this.#computeMac(subject, code), seconds);
    // Who asked for silence gets none, and whoever asks for the code does not learn that.
    if (!(await isOptedOut(tx, subject))) await this.#deliver(tx, subject, userId, code);
    return { expires, delivery };
  }

  /**
   * Looks at a code that was entered; a right one is used up. Wrong ones are counted, so the transaction must commit whatever
   * the outcome is.
   */
  async check(tx: Tx, subject: CodeSubject, code: string): Promise<CodeCheckResult> {
    const stored = await findConfirmationCode(tx, subject);
    if (!stored || stored.expires <= new Date()) return { outcome: 'expired' };
    if (stored.attempts >= attempts) return { outcome: 'too-many-tries' };
    if (timingSafeEqual(this.#computeMac(subject, code), stored.mac)) {
      await deleteConfirmationCode(tx, stored.id);
      return { outcome: 'right' };
    }
    await countFailedAttempt(tx, stored.id);
    const triesLeft = attempts - stored.attempts - 1;
    return triesLeft === 0 ? { outcome: 'too-many-tries' } : { outcome: 'wrong', triesLeft };
  }

  /** Depends on the deployment alone: nothing is learned of the address. @throws Problem 422 where no code can be sent */
  async #deliveryTo(tx: Tx, type: CodeSubject['type']): Promise<Delivery> {
    if (type === 'twitter') throw new Problem('confirmation.unsupported');
    if (type === 'email') return this.#outbox.delivery(tx);
    const delivery = await this.#smsSender.codeDelivery(tx);
    if (!delivery) throw new Problem('confirmation.no-gateway');
    return delivery;
  }

  async #deliver(tx: Tx, subject: CodeSubject, userId: number, code: string): Promise<void> {
    const { name, language } = await readSite(tx);
    const translator = wordsIn(await readRecipientLanguage(tx, userId), language);
    if (subject.type === 'email')
      await this.#outbox.enqueue(
        tx,
        { to: subject.address, ...composeCodeMail(translator, name, code) },
        seconds,
      );
    else await this.#smsSender.sendCode(tx, { id: subject.id }, composeCodeSms(translator, name, code));
  }

  /** Bound to the address: a code that was sent elsewhere is wrong here. */
  #computeMac({ kind, id, type, address }: CodeSubject, code: string): Buffer {
    return this.#secretBox.computeMac(JSON.stringify([kind, id, type, address, code]), 'confirmation-code');
  }
}
