/** Codes that show that a number or address belongs to an account (ours; wire 9, "contacts"). */
import { z } from 'zod';
import { rule } from './faults.ts';
import { limits } from './limits.ts';
import { Text, WireDate } from './scalars.ts';

/** A code was sent. The answer is the same whoever else has the number or address. */
export const CodeSent = z.object({
  /** Until when the code can be entered. */
  expires: WireDate,
  /** Seconds until another one can be sent. */
  resend_after: z.number().int().min(0),
  /** Of the code. */
  digits: z.number().int(),
});
export type CodeSent = z.infer<typeof CodeSent>;

/** The code as somebody types or pastes it, with or without spaces. */
export const CodeInput = z.object({
  code: Text.transform((it) => it.replace(/[\s-]/g, '')).pipe(
    z
      .string()
      .min(1)
      .regex(new RegExp(`^\\d{${limits.confirmation.digits}}$`), { error: rule('codeDigits') }),
  ),
});
