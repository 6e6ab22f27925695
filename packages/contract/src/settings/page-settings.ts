/**
 * What the operator tells the web client with the page itself, in its `waypost-settings` element: needed before, or in spite
 * of, any call to the API.
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import { CheckName } from '../verifier/verifier.ts';

export const PageSettings = z.object({
  /** Where the support links lead; null hides the entry. */
  support: z.object({
    documentation: z.string().nullable(),
    bugs: z.string().nullable(),
    features: z.string().nullable(),
    /** A chat or a forum of the operator's, for those who are logged in. */
    messaging: z.string().nullable(),
  }),
  /** Where plans are signed up for, and the form service that asking for one is sent to; null sends nothing anywhere. */
  plans: z.object({ signUp: z.url().nullable(), contact: z.url().nullable() }),
  /** Checks of the setup page that are not run. */
  disabledChecks: z.array(CheckName),
  /** Bytes of the largest CSV file that can be imported. */
  csvBytes: z.number().int().positive().default(limits.csvBytes),
  /** Where somebody goes who leaves a form at once: a page that anybody might be reading. */
  quickExit: z.url().optional(),
  /** Whether there is a humanitarian exchange that exports can be sent to. */
  hasExchange: z.boolean().optional(),
});
export type PageSettings = z.infer<typeof PageSettings>;

/** The weather of the whole world, in many languages, by a public service. */
export const defaultQuickExitUrl = 'https://www.yr.no/';

export const defaultPageSettings: PageSettings = {
  support: { documentation: '/help', bugs: null, features: null, messaging: null },
  plans: { signUp: null, contact: null },
  disabledChecks: [],
  csvBytes: limits.csvBytes,
};
