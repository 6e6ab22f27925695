/**
 * The result of a check, with an explanation of the response's status for the operator (spec 1 §8, "Verifier").
 * keys: verifier.status.*
 */
import type { CheckName } from '@waypost/contract/verifier/verifier';
import { t } from 'i18next';
import type { ProbeResponse } from './probe.ts';

export type CheckResultType = 'error' | 'confirmation' | 'warning' | 'info';

export interface CheckResult {
  check: CheckName;
  type: CheckResultType;
  /** Translated; never empty. */
  messages: readonly string[];
  url?: string;
  status?: number;
}

/** URL and status of a response, if there was one. */
export const pickResponseFields = ({ url, status }: ProbeResponse): Pick<CheckResult, 'url' | 'status'> => ({
  url,
  ...(status === null ? {} : { status }),
});

function explainStatus(status: number | null): string {
  if (status === null) return t('verifier.status.none');
  if (status === 404 || status === 403) return t('verifier.status.baseUrl');
  return t(status >= 500 ? 'verifier.status.logs' : 'verifier.status.other');
}

/** @param explanations texts for statuses that mean something else at this URL */
export function buildStatusResult(
  check: CheckName,
  reply: ProbeResponse,
  explanations: Readonly<Record<number, string>> = {},
): CheckResult {
  if (reply.status === 200)
    return { check, type: 'confirmation', messages: [t('verifier.status.ok')], ...pickResponseFields(reply) };
  const meaning = explanations[reply.status ?? 0] ?? explainStatus(reply.status);
  return { check, type: 'error', messages: [meaning], ...pickResponseFields(reply) };
}

/**
 * Checks that a response has exactly the expected keys.
 * @param expectedKeys names of the keys
 */
export function buildStructureResult(
  check: CheckName,
  reply: ProbeResponse,
  expectedKeys: readonly string[],
): CheckResult {
  const actualKeys = typeof reply.body === 'object' && reply.body !== null ? Object.keys(reply.body) : [];
  const missing = expectedKeys.filter((key) => !actualKeys.includes(key));
  const more = actualKeys.filter((key) => !expectedKeys.includes(key));
  if (missing.length === 0 && more.length === 0)
    return { check, type: 'confirmation', messages: [t('verifier.structure.ok')], url: reply.url };
  const messages = [
    t('verifier.structure.mismatch'),
    ...(missing.length > 0 ? [t('verifier.structure.missing', { keys: missing.join(', ') })] : []),
    ...(more.length > 0 ? [t('verifier.structure.more', { keys: more.join(', ') })] : []),
  ];
  return { check, type: 'error', messages, url: reply.url };
}
