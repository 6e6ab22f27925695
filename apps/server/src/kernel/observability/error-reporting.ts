/**
 * Tells a service for faults (Sentry, or what speaks like it) what the log says of faults of ours: the same lines, which name
 * nobody (`log-without-people.test.ts`), and nothing beside them. The service may be slow, away or gone: nothing waits for it.
 */
import { randomUUID } from 'node:crypto';

/** The log's numbers for `error` and `fatal`. */
const levelNames: ReadonlyMap<unknown, string> = new Map([
  [50, 'error'],
  [60, 'fatal'],
]);
/** A fault that comes with every request is told a few times, not thousands. */
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

/** The outermost call comes first there. */
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

/** @returns the event that a line of the log is; undefined for lines that tell of no fault */
function toSentryEvent(text: string, release: string): object | undefined {
  const line = JSON.parse(text) as LogLine;
  const level = levelNames.get(line.level);
  if (level === undefined) return undefined;
  const { type, message, stack, code } = line.err ?? line;
  const fault = {
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
    exception: { values: [fault] },
    tags: line.reqId === undefined ? {} : { request: line.reqId },
  };
}

/**
 * @param dsn `https://key@host/path/1`
 * @param release version of the server
 * @returns to be told each line of the log
 */
export function createErrorReporter(dsn: string, release: string): (line: string) => void {
  const { protocol, host, pathname, username } = new URL(dsn);
  const at = pathname.lastIndexOf('/');
  const address = `${protocol}//${host}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/envelope/`;
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=waypost/${release}, sentry_key=${username}`,
  };
  let minute = 0;
  let sentThisMinute = 0;
  const send = async (event: object) => {
    const parts = [{ sent_at: new Date().toISOString() }, { type: 'event' }, event];
    const body = parts.map((it) => JSON.stringify(it)).join('\n');
    const answer = await fetch(address, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
  };
  return (line) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, sentThisMinute] = [now, 0];
    const event = sentThisMinute < maxPerMinute ? toSentryEvent(line, release) : undefined;
    if (event === undefined) return;
    sentThisMinute++;
    // Whatever goes wrong with it stays out of the log: it would be told in turn.
    void send(event).catch(() => undefined);
  };
}
