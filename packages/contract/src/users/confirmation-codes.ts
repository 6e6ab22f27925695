/** Codes that show that a number or address belongs to an account (ours; API v3 §9, "contacts"). */
import { z } from 'zod';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, TrimmedText } from '../common/scalars.ts';
import { asciiDigits } from '../typed-numbers.ts';

/**
 * What became of a mail or text message: `sent`: handed to the mail server or gateway; `waiting`: no outgoing mail is set up, so
 * that it waits in the outbox, where administrators read it; `simulated`: it is on a simulated phone, and reaches no real one.
 */
export const Delivery = z.enum(['sent', 'waiting', 'simulated']);
export type Delivery = z.infer<typeof Delivery>;

/** A code was made, and sent where that is possible. The answer is the same whoever else has the number or address. */
export const ConfirmationCodeSent = z.object({
  /** Until when the code can be entered. */
  expires: ApiDate,
  /** Seconds until another one can be sent. */
  resend_after: z.number().int().min(0),
  /** Of the code. */
  digits: z.number().int(),
  /** Whether it is on its way. Absent from servers that do not say. */
  delivery: Delivery.optional(),
});
export type ConfirmationCodeSent = z.infer<typeof ConfirmationCodeSent>;

/** The code as somebody types or pastes it, with or without spaces, in digits of their script. */
export const ConfirmationCodeInput = z.object({
  code: TrimmedText.transform((it) => asciiDigits(it).replace(/[\s-]/g, '')).pipe(
    z
      .string()
      .min(1)
      .regex(new RegExp(`^\\d{${limits.confirmationCode.digits}}$`), { error: ruleError('codeDigits') }),
  ),
});
