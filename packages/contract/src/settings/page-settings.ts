/**
 * Settings that the server embeds in the page, in the element `waypost-settings`: the web client needs them before,
 * or without, any request to the API.
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import { CheckName } from '../verifier/verifier.ts';

export const PageSettings = z.object({
  /** URLs of the support links; null hides the entry. */
  support: z.object({
    documentation: z.string().nullable(),
    bugs: z.string().nullable(),
    features: z.string().nullable(),
    /** URL of the operator's chat or forum, for signed-in people. */
    messaging: z.string().nullable(),
  }),
  /** URL of the sign-up for plans, and of the form service for plan requests; null disables it. */
  plans: z.object({ signUp: z.url().nullable(), contact: z.url().nullable() }),
  /** Checks of the setup page that are switched off. */
  disabledChecks: z.array(CheckName),
  /** Maximum bytes of a CSV file to import. */
  csvBytes: z.number().int().positive().default(limits.csvBytes),
  /** The destination of the quick exit button: an inconspicuous page. */
  quickExit: z.url().optional(),
  /** Whether exports can be uploaded to a humanitarian data exchange. */
  hasExchange: z.boolean().optional(),
});
export type PageSettings = z.infer<typeof PageSettings>;

/** A public weather service for the whole world, in many languages. */
export const defaultQuickExitUrl = 'https://www.yr.no/';

export const defaultPageSettings: PageSettings = {
  support: { documentation: '/help', bugs: null, features: null, messaging: null },
  plans: { signUp: null, contact: null },
  disabledChecks: [],
  csvBytes: limits.csvBytes,
};
