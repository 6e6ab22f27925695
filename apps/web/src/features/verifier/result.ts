/**
 * What a check found, and what an answer's status means to whoever sets Waypost up (spec 1 §8, "Verifier").
 * keys: verifier.status.*
 */
import type { CheckName } from '@waypost/contract/verifier';
import { t } from 'i18next';
import type { Reply } from './ask.ts';

export type ResultType = 'error' | 'confirmation' | 'warning' | 'info';

export interface Result {
  check: CheckName;
  type: ResultType;
  /** Translated; never empty. */
  messages: readonly string[];
  url?: string;
  status?: number;
}

/** The address and the status of an answer, as far as there was one. */
export const facts = ({ url, status }: Reply): Pick<Result, 'url' | 'status'> => ({
  url,
  ...(status === null ? {} : { status }),
});

function meaningOf(status: number | null): string {
  if (status === null) return t('verifier.status.none');
  if (status === 404 || status === 403) return t('verifier.status.baseUrl');
  return t(status >= 500 ? 'verifier.status.logs' : 'verifier.status.other');
}

/** @param special what single statuses mean at this address, where it is not what they usually do */
export function statusResult(
  check: CheckName,
  reply: Reply,
  special: Readonly<Record<number, string>> = {},
): Result {
  if (reply.status === 200)
    return { check, type: 'confirmation', messages: [t('verifier.status.ok')], ...facts(reply) };
  const meaning = special[reply.status ?? 0] ?? meaningOf(reply.status);
  return { check, type: 'error', messages: [meaning], ...facts(reply) };
}

/**
 * Whether an answer holds exactly what it should.
 * @param known names of the keys that belong there
 */
export function structureResult(check: CheckName, reply: Reply, known: readonly string[]): Result {
  const there = typeof reply.body === 'object' && reply.body !== null ? Object.keys(reply.body) : [];
  const missing = known.filter((key) => !there.includes(key));
  const more = there.filter((key) => !known.includes(key));
  if (missing.length === 0 && more.length === 0)
    return { check, type: 'confirmation', messages: [t('verifier.structure.ok')], url: reply.url };
  const messages = [
    t('verifier.structure.mismatch'),
    ...(missing.length > 0 ? [t('verifier.structure.missing', { keys: missing.join(', ') })] : []),
    ...(more.length > 0 ? [t('verifier.structure.more', { keys: more.join(', ') })] : []),
  ];
  return { check, type: 'error', messages, url: reply.url };
}
