/** Limits of the load of a process, part of the environment that `config.ts` reads. */
import { z } from 'zod';

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);

const countVariable = (defaultValue: number, max: number, description: string, min = 0) =>
  z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: `must be ${description}` })
      .int(`must be ${description}`)
      .min(min, `must be ${description}`)
      .max(max, `must be ${description}`)
      .default(defaultValue),
  );

/** The environment variables. */
export const loadVariables = {
  RATE_PER_ADDRESS: countVariable(6000, 10_000_000, 'a number of requests in a minute, or 0'),
  RATE_PER_TOKEN: countVariable(3000, 10_000_000, 'a number of requests in a minute, or 0'),
  SHED_WAITING: countVariable(100, 100_000, 'a number of requests that may wait, or 0'),
  SHED_DELAY_MS: countVariable(1000, 60_000, 'a number of milliseconds, or 0'),
  HEADERS_SECONDS: countVariable(15, 300, 'a number of seconds, or 0'),
  SLOWEST_BYTES: countVariable(100, 1_000_000, 'a number of bytes in a second, or 0'),
  MAX_CONNECTIONS: countVariable(8000, 1_000_000, 'a number of connections, or 0'),
  BODY_KB: countVariable(2048, 102_400, 'a number of kilobytes', 1),
  DATABASE_CONNECTIONS: countVariable(12, 1000, 'a number of connections').refine(
    (connections) => connections > 1,
    {
      error: 'must be at least 2',
    },
  ),
};

/** Limits of one process; 0 is unlimited. */
export interface LoadSettings {
  /** Requests per minute from one network address. Callers on this machine are not counted. */
  perAddress: number;
  /** Requests per minute with one token. */
  perToken: number;
  /** Requests that may wait for a database connection before reads are refused; writes at twice as many. */
  maxWaiting: number;
  /** Event loop delay above which reads are refused; writes at twice the delay. */
  maxDelayMs: number;
  /** Time for sending the head of a request. */
  headersTimeoutSeconds: number;
  /** Minimum rate at which a client sends a body or reads a response. */
  minBytesPerSecond: number;
  maxConnections: number;
  /** Largest body, uploads excepted. */
  maxBodyBytes: number;
}

const LoadEnvironment = z.object(loadVariables);

/** Reads the parsed variables. */
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

/** The limits when no variable is set. */
export const defaultLoadSettings = (): LoadSettings => readLoadSettings(LoadEnvironment.parse({}));
