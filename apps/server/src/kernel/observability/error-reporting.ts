/**
 * Sends errors to Sentry or a compatible service. An event holds only the content of its log line, which has no personal data
 * (`log-privacy.test.ts`). The service may be slow or unreachable: nothing waits for it.
 */
import { randomUUID } from 'node:crypto';

/** Pino's numbers for `error` and `fatal`. */
const levelNames: ReadonlyMap<unknown, string> = new Map([
  [50, 'error'],
  [60, 'fatal'],
]);
/** Bounds the events of an error that occurs with every request. */
const maxPerMinute = 30;
const timeoutMs = 5000;

interface LoggedError {
  type?: string;
  message?: string;
  stack?: string;
  code?: string | null;
}

interface LogLine extends LoggedError {
  level: number;
  time: number;
  msg?: string;
  reqId?: string;
  err?: LoggedError;
}

const isOwnCode = (file: string) => !file.startsWith('node:') && !file.includes('node_modules');

/** Stack frames, the outermost call first, as Sentry expects. */
function parseStack(stack = '') {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, file, row, column] = /^\s*at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (file === undefined) return [];
    return [
      {
        function: name ?? '?',
        filename: file,
        lineno: Number(row),
        colno: Number(column),
        in_app: isOwnCode(file),
      },
    ];
  });
  return frames.reverse();
}

/** Converts a log line to an event; undefined for lines below the level `error`. */
function toSentryEvent(text: string, release: string): object | undefined {
  const line = JSON.parse(text) as LogLine;
  const level = levelNames.get(line.level);
  if (level === undefined) return undefined;
  const { type, message, stack, code } = line.err ?? line;
  const exception = {
    type: type ?? code ?? 'Error',
    value: message ?? '',
    stacktrace: { frames: parseStack(stack) },
  };
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: line.time / 1000,
    platform: 'node',
    level,
    logger: 'waypost',
    release: `waypost@${release}`,
    environment: 'production',
    message: line.msg ?? '',
    exception: { values: [exception] },
    tags: line.reqId === undefined ? {} : { request: line.reqId },
  };
}

/**
 * Creates a reporter.
 * @param dsn `https://key@host/path/1`
 * @param release version of the server
 * @returns a function to call with each log line
 */
export function createErrorReporter(dsn: string, release: string): (line: string) => void {
  const { protocol, host, pathname, username } = new URL(dsn);
  const slash = pathname.lastIndexOf('/');
  const envelopeUrl = `${protocol}//${host}${pathname.slice(0, slash)}/api/${pathname.slice(slash + 1)}/envelope/`;
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=waypost/${release}, sentry_key=${username}`,
  };
  let minute = 0;
  let sentThisMinute = 0;
  const send = async (event: object) => {
    const parts = [{ sent_at: new Date().toISOString() }, { type: 'event' }, event];
    const body = parts.map((part) => JSON.stringify(part)).join('\n');
    const response = await fetch(envelopeUrl, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
  };
  return (line) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, sentThisMinute] = [now, 0];
    const event = sentThisMinute < maxPerMinute ? toSentryEvent(line, release) : undefined;
    if (event === undefined) return;
    sentThisMinute++;
    // Errors here are not logged: they would be reported in turn.
    void send(event).catch(() => undefined);
  };
}
