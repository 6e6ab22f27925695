/**
 * Settings of third-party services that an operator may use (spec 1 §9), part of the environment that `config.ts` reads. Each is
 * off unless it is set.
 */
import { z } from 'zod';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const script = z.url({
  protocol: /^https?$/,
  error: 'must be the address of a script, such as https://stats.example.org/script.js',
});

/** `website-id=4f1c, domains=report.example.org` becomes `data-website-id` and `data-domains` of the script's element. */
const dataAttributes = z.string().transform((text, context): [name: string, value: string][] => {
  const pairs = text.split(',').map((pair) => /^([a-z][a-z0-9-]*)=(.*)$/.exec(pair.trim()));
  if (pairs.every((pair) => pair !== null)) return pairs.map(([, name = '', value = '']) => [name, value]);
  context.addIssue({ code: 'custom', message: 'must be pairs such as website-id=4f1c,auto-track=true' });
  return z.NEVER;
});

/** `https://key@host/1`: the DSN of a project in Sentry or a compatible service (GlitchTip, Bugsink). */
const sentryDsn = z
  .url({ protocol: /^https?$/, error: 'must be a DSN such as https://key@errors.example.org/1' })
  .refine((text) => {
    const { username, pathname } = new URL(text);
    return username !== '' && /\/\d+$/.test(pathname);
  }, 'must be a DSN such as https://key@errors.example.org/1');

/** The environment variables. */
export const serviceVariables = {
  ERROR_REPORTS_DSN: optional(sentryDsn),
  ANALYTICS_SCRIPT: optional(script),
  ANALYTICS_DATA: optional(dataAttributes),
  SUPPORT_WIDGET_SCRIPT: optional(script),
  SUPPORT_WIDGET_DATA: optional(dataAttributes),
};

/** A third-party script of the page. */
export interface PageScript {
  src: string;
  /** `data-` attributes of the script element; names without `data-`. */
  data: readonly (readonly [name: string, value: string])[];
}

/** The configured services. */
export interface ServiceSettings {
  /** DSN for errors of the server; undefined: they are only logged. */
  errorReportsDsn: string | undefined;
  scripts: readonly PageScript[];
}

const ServiceEnvironment = z.object(serviceVariables);

/** Reads the parsed variables. */
export function readServiceSettings(env: z.output<typeof ServiceEnvironment>): ServiceSettings {
  const scripts = [
    [env.ANALYTICS_SCRIPT, env.ANALYTICS_DATA],
    [env.SUPPORT_WIDGET_SCRIPT, env.SUPPORT_WIDGET_DATA],
  ] as const;
  return {
    errorReportsDsn: env.ERROR_REPORTS_DSN,
    scripts: scripts.flatMap(([src, attributes = []]) =>
      src === undefined ? [] : [{ src, data: attributes }],
    ),
  };
}
