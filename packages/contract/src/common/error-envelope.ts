/** The body of error responses. Apart from the texts (`problems.ts`), which the first download of the client leaves out. */
import { z } from 'zod';

/** One entry of the error envelope. `code` and `params` are extensions; older clients ignore them. */
export const ErrorEntry = z.object({
  status: z.number().int(),
  title: z.string().optional(),
  message: z.string().optional(),
  source: z.object({ pointer: z.string() }).optional(),
  code: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ErrorEntry = z.infer<typeof ErrorEntry>;

/** The body of every error response (API v3 §1.9). */
export const ErrorEnvelope = z.object({ errors: z.array(ErrorEntry) });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
