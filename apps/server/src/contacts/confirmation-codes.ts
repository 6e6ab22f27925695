/**
 * Codes that confirm that a number or address belongs to an account: random digits, stored as an HMAC, with an expiry and a
 * maximum of attempts. Sending is limited by account, by address, and by both together, so that nobody can flood another
 * person's phone. Nothing is counted by contact, since contacts are easily deleted and created again.
 * The limits are `limits.confirmationCode`.
 */

import { randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { PhoneNumber } from '@waypost/contract/contacts/contacts';
import type { Delivery } from '@waypost/contract/users/confirmation-codes';
import { type Translator, translatorFor } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { Problem } from '../kernel/http/problem.ts';
import { registerAttempt, type Throttle } from '../kernel/limits/throttle.ts';
import { toPlainName } from '../kernel/plain-name.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import {
  type CodeSubject,
  countFailedAttempt,
  deleteConfirmationCode,
  findConfirmationCode,
  isOptedOut,
  lockCodeSubject,
  readNormalizedAddress,
  readRecipientLanguage,
  upsertConfirmationCode,
} from './contact-confirmation.sql.ts';

const {
  digits,
  ttlSeconds,
  maxAttempts,
  resendAfterSeconds,
  perAccountPerDay,
  perAccountAndTargetPerDay,
  perTargetPerDay,
} = limits.confirmationCode;
const secondsPerDay = 86_400;
const accountThrottle: Throttle = {
  name: 'codes account',
  maxAttempts: perAccountPerDay,
  windowSeconds: secondsPerDay,
};
/** This and the next throttle also limit attempts to guess, since each code allows `maxAttempts`. */
const targetPauseThrottle: Throttle = {
  name: 'codes pause',
  maxAttempts: 1,
  windowSeconds: resendAfterSeconds,
};
const accountAndTargetThrottle: Throttle = {
  name: 'codes account target',
  maxAttempts: perAccountAndTargetPerDay,
  windowSeconds: secondsPerDay,
};
const targetThrottle: Throttle = {
  name: 'codes target',
  maxAttempts: perTargetPerDay,
  windowSeconds: secondsPerDay,
};

/** Sends codes to phones; implemented by the domain that knows the SMS gateways. */
export interface CodeSmsSender {
  /** How a text message would be delivered now, to this number if there is one; undefined: none can be sent. */
  codeDelivery: (tx: Tx, number?: string) => Promise<Delivery | undefined>;
  /** Queues the text in the transaction; it is sent after the commit. */
  sendCode: (tx: Tx, contact: { id: number; number: string }, text: string) => Promise<void>;
}

/** Result of checking a code. */
export type CodeCheckResult =
  | { outcome: 'right' | 'expired' | 'too-many-tries' }
  | { outcome: 'wrong'; triesLeft: number };

/** A code that was sent: when it expires, and how it is delivered. */
export interface SentCode {
  expires: Date;
  delivery: Delivery;
}

function composeCodeMail(
  { t }: Translator,
  siteName: string,
  code: string,
): { subject: string; text: string } {
  const site = toPlainName(siteName);
  const text = [
    t('code.requested', { site }),
    '',
    code,
    '',
    t('code.expiry', { minutes: ttlSeconds / 60 }),
    t('code.ignore'),
    '',
  ];
  return { subject: t('code.subject', { site }), text: text.join('\n') };
}

const composeCodeSms = ({ t }: Translator, siteName: string, code: string): string =>
  t('code.sms', { site: toPlainName(siteName), code, minutes: ttlSeconds / 60 });

/** @throws Problem 429 when the limit is reached */
async function consumeThrottle(
  tx: Tx,
  throttle: Throttle,
  key: string,
  problem: 'confirmation.wait' | 'confirmation.too-many' = 'confirmation.too-many',
): Promise<void> {
  // In the transaction that sends the code: one that is not sent does not count.
  const waitSeconds = await registerAttempt(tx, throttle, key);
  if (waitSeconds > 0) throw new Problem(problem, { seconds: waitSeconds }).withRetryAfter(waitSeconds);
}

/** Sends and checks confirmation codes. */
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

  /** Types of contacts that codes can be sent to now. Always e-mail: without a mail server it waits in the outbox, where nobody can read it. */
  async confirmableTypes(tx: Tx): Promise<('email' | 'phone')[]> {
    return (await this.#smsSender.codeDelivery(tx)) ? ['email', 'phone'] : ['email'];
  }

  /**
   * Sends a new code, which replaces the previous one.
   * @param userId the account that requests it
   * @throws Problem 422 when no code can be sent to this type, 429 when one was sent too recently or too often
   */
  async send(tx: Tx, subject: CodeSubject, userId: number): Promise<SentCode> {
    const delivery = await this.#deliveryTo(tx, subject);
    // Removed or changed at this moment.
    if (!(await lockCodeSubject(tx, subject))) throw new Problem('confirmation.not-needed');
    await consumeThrottle(tx, accountThrottle, String(userId));
    const normalizedAddress = await readNormalizedAddress(tx, subject);
    const target = `${subject.type} ${normalizedAddress}`;
    const accountAndTarget = `${subject.accountId} ${target}`;
    await consumeThrottle(tx, targetPauseThrottle, accountAndTarget, 'confirmation.wait');
    await consumeThrottle(tx, accountAndTargetThrottle, accountAndTarget);
    await consumeThrottle(tx, targetThrottle, target);
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    const mac = this.#computeMac(subject, normalizedAddress, code);
    const expires = await upsertConfirmationCode(tx, subject, mac, ttlSeconds);
    // Recipients who opted out get no code. The answer does not reveal that.
    if (!(await isOptedOut(tx, subject))) await this.#deliver(tx, subject, userId, code);
    return { expires, delivery };
  }

  /**
   * Checks a code. The right one is used up. Wrong ones are counted, so the transaction must commit whatever the result is.
   */
  async check(tx: Tx, subject: CodeSubject, code: string): Promise<CodeCheckResult> {
    if (!(await lockCodeSubject(tx, subject))) return { outcome: 'expired' };
    const stored = await findConfirmationCode(tx, subject);
    if (!stored || stored.expires <= new Date()) return { outcome: 'expired' };
    if (stored.attempts >= maxAttempts) return { outcome: 'too-many-tries' };
    const normalizedAddress = await readNormalizedAddress(tx, subject);
    if (timingSafeEqual(this.#computeMac(subject, normalizedAddress, code), stored.mac)) {
      await deleteConfirmationCode(tx, stored.id);
      return { outcome: 'right' };
    }
    await countFailedAttempt(tx, stored.id);
    const triesLeft = maxAttempts - stored.attempts - 1;
    return triesLeft === 0 ? { outcome: 'too-many-tries' } : { outcome: 'wrong', triesLeft };
  }

  /**
   * Depends on the deployment and the form of the address only; it reveals nothing about its owner.
   * @throws Problem 422 when no code can be sent
   */
  async #deliveryTo(tx: Tx, { type, address }: CodeSubject): Promise<Delivery> {
    if (type === 'email') return this.#outbox.delivery(tx);
    if (type === 'twitter' || !PhoneNumber.safeParse(address).success)
      throw new Problem('confirmation.unsupported');
    const delivery = await this.#smsSender.codeDelivery(tx, address);
    if (delivery) return delivery;
    const isGatewayActive = (await this.#smsSender.codeDelivery(tx)) !== undefined;
    throw new Problem(isGatewayActive ? 'confirmation.needs-country-code' : 'confirmation.no-gateway');
  }

  async #deliver(tx: Tx, subject: CodeSubject, userId: number, code: string): Promise<void> {
    const { name, language } = await readSite(tx);
    const translator = translatorFor(await readRecipientLanguage(tx, userId), language);
    if (subject.type === 'email')
      await this.#outbox.enqueue(
        tx,
        { to: subject.address, ...composeCodeMail(translator, name, code) },
        ttlSeconds,
        'program',
        { isConfirmation: true },
      );
    else {
      const recipient = { id: subject.id, number: subject.address };
      await this.#smsSender.sendCode(tx, recipient, composeCodeSms(translator, name, code));
    }
  }

  /** The MAC includes the normalized address: a code that was sent to another one does not match. */
  #computeMac({ kind, id, type }: CodeSubject, normalizedAddress: string, code: string): Buffer {
    return this.#secretBox.computeMac(
      JSON.stringify([kind, id, type, normalizedAddress, code]),
      'confirmation-code',
    );
  }
}
