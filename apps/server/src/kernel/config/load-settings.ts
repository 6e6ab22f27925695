/** Settings of how much a process takes on: read from the environment with the others (`config.ts`). */
import { z } from 'zod';

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);

const count = (defaultValue: number, max: number, what: string) =>
  z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: `must be ${what}` })
      .int(`must be ${what}`)
      .min(0, `must be ${what}`)
      .max(max, `must be ${what}`)
      .default(defaultValue),
  );

/** The variables. */
export const loadVariables = {
  RATE_PER_ADDRESS: count(6000, 10_000_000, 'a number of requests in a minute, or 0'),
  RATE_PER_TOKEN: count(3000, 10_000_000, 'a number of requests in a minute, or 0'),
  SHED_WAITING: count(100, 100_000, 'a number of requests that may wait, or 0'),
  SHED_DELAY_MS: count(1000, 60_000, 'a number of milliseconds, or 0'),
  HEADERS_SECONDS: count(15, 300, 'a number of seconds, or 0'),
  SLOWEST_BYTES: count(100, 1_000_000, 'a number of bytes in a second, or 0'),
  MAX_CONNECTIONS: count(8000, 1_000_000, 'a number of connections, or 0'),
  BODY_KB: count(2048, 102_400, 'a number of kilobytes').refine((kilobytes) => kilobytes > 0, {
    error: 'must be a number of kilobytes',
  }),
  DATABASE_CONNECTIONS: count(12, 1000, 'a number of connections').refine((some) => some > 1, {
    error: 'must be at least 2',
  }),
};

/** What one process takes on; 0 is without bound. */
export interface LoadSettings {
  /** Requests in a minute. Callers on this machine are not counted. */
  perAddress: number;
  perToken: number;
  /** Requests that may wait for a connection to the database before reads are turned away; writes wait twice as long. */
  maxWaiting: number;
  /** Milliseconds that the process may be late. */
  maxDelayMs: number;
  /** Seconds that a caller has for the head of a request. */
  headersTimeoutSeconds: number;
  /** Bytes in a second that a caller has to send or take. */
  minBytesPerSecond: number;
  maxConnections: number;
  /** Bytes of a body that is no upload. */
  maxBodyBytes: number;
}

const LoadEnvironment = z.object(loadVariables);

/** From variables that were parsed. */
export const readLoadSettings = (env: z.output<typeof LoadEnvironment>): LoadSettings => ({
  perAddress: env.RATE_PER_ADDRESS,
  perToken: env.RATE_PER_TOKEN,
  maxWaiting: env.SHED_WAITING,
  maxDelayMs: env.SHED_DELAY_MS,
  headersTimeoutSeconds: env.HEADERS_SECONDS,
  minBytesPerSecond: env.SLOWEST_BYTES,
  maxConnections: env.MAX_CONNECTIONS,
  maxBodyBytes: env.BODY_KB * 1024,
});

/** As they are where nothing is set. */
export const defaultLoadSettings = (): LoadSettings => readLoadSettings(LoadEnvironment.parse({}));
