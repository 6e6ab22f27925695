/** Codes that confirm that a number or address belongs to an account (an extension; API v3 §2.9). */
import { z } from 'zod';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, TrimmedText } from '../common/scalars.ts';
import { asciiDigits } from '../typed-numbers.ts';

/**
 * The state of a mail or text message. `sent`: accepted by the mail server or gateway; `waiting`: a mail waits in
 * the outbox, where administrators can read it, since no outgoing mail is set up; a text message waits for the gateway's phone,
 * which fetches it; `simulated`: it is on a simulated phone and
 * reaches no real one.
 */
export const Delivery = z.enum(['sent', 'waiting', 'simulated']);
export type Delivery = z.infer<typeof Delivery>;

/**
 * A code was created, and sent if possible. The response is the same whether or not another account has the number or
 * address.
 */
export const ConfirmationCodeSent = z.object({
  /** When the code expires. */
  expires: ApiDate,
  /** Seconds until another code can be requested. */
  resend_after: z.number().int().min(0),
  /** Number of digits of the code. */
  digits: z.number().int(),
  /** Whether it was sent. Absent from older servers. */
  delivery: Delivery.optional(),
});
export type ConfirmationCodeSent = z.infer<typeof ConfirmationCodeSent>;

/** The code as typed or pasted, with or without spaces, in digits of any supported script. */
export const ConfirmationCodeInput = z.object({
  code: TrimmedText.transform((it) => asciiDigits(it).replace(/[\s-]/g, '')).pipe(
    z
      .string()
      .min(1)
      .regex(new RegExp(`^\\d{${limits.confirmationCode.digits}}$`), { error: ruleError('codeDigits') }),
  ),
});
