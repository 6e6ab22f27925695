/** What the team sees of a sender whose name, address or number is withheld from it (docs/decisions/0073). */
import { z } from 'zod';

/** Stands for a sender. */
export const WithheldReporter = z.object({
  /** The same for all reports and messages of an account or a contact, and says nothing about it; null if there is neither. */
  code: z.string().nullable(),
  /** Whether the caller may look at what is withheld: `POST …/personal-data/views`. */
  may_view: z.boolean(),
});
export type WithheldReporter = z.infer<typeof WithheldReporter>;
