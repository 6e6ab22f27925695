/** Codes that show that a number or address belongs to an account (ours; wire 9, "contacts"). */
import { z } from 'zod';
import { rule } from './faults.ts';
import { limits } from './limits.ts';
import { Text, WireDate } from './scalars.ts';
import { asciiDigits } from './typed-numbers.ts';

/**
 * What became of a mail or text message: `sent`: handed to the mail server or gateway; `waiting`: no outgoing mail is set up, so
 * that it waits in the outbox, where administrators read it; `simulated`: it is on a simulated phone, and reaches no real one.
 */
export const Delivery = z.enum(['sent', 'waiting', 'simulated']);
export type Delivery = z.infer<typeof Delivery>;

/** A code was made, and sent where that is possible. The answer is the same whoever else has the number or address. */
export const CodeSent = z.object({
  /** Until when the code can be entered. */
  expires: WireDate,
  /** Seconds until another one can be sent. */
  resend_after: z.number().int().min(0),
  /** Of the code. */
  digits: z.number().int(),
  /** Whether it is on its way. Absent from servers that do not say. */
  delivery: Delivery.optional(),
});
export type CodeSent = z.infer<typeof CodeSent>;

/** The code as somebody types or pastes it, with or without spaces, in digits of their script. */
export const CodeInput = z.object({
  code: Text.transform((it) => asciiDigits(it).replace(/[\s-]/g, '')).pipe(
    z
      .string()
      .min(1)
      .regex(new RegExp(`^\\d{${limits.confirmation.digits}}$`), { error: rule('codeDigits') }),
  ),
});
