import {
  Diagnosis,
  type DiagnosisFinding,
  verifyDatabase,
  verifyEnvironment,
} from '@waypost/contract/verifier/verifier';
import { t } from 'i18next';
import { buildStatusResult, type CheckResult, pickResponseFields } from './check-result.ts';
import { probe } from './probe.ts';

const paths = { db: verifyDatabase.path, env: verifyEnvironment.path };

const formatFinding = ({ message, explainer }: DiagnosisFinding): string =>
  explainer ? `${message} ${explainer}` : message;

/** The server's own diagnostics, if the operator has enabled them (API v3 §2.23). */
export async function checkServer(check: 'db' | 'env'): Promise<CheckResult[]> {
  const reply = await probe(`/api/v3${paths[check]}`);
  if (reply.status === 204)
    return [{ check, type: 'info', messages: [t('verifier.server.off')], ...pickResponseFields(reply) }];
  const diagnosis = Diagnosis.safeParse(reply.body).data;
  if (!diagnosis) {
    const result = buildStatusResult(check, reply);
    const unreadable: CheckResult = { ...result, type: 'error', messages: [t('verifier.status.other')] };
    return [result.type === 'error' ? result : unreadable];
  }
  if ('errors' in diagnosis)
    return [
      { check, type: 'error', messages: diagnosis.errors.map(formatFinding), ...pickResponseFields(reply) },
    ];
  return [
    {
      check,
      type: 'confirmation',
      messages: diagnosis.success.map(formatFinding),
      ...pickResponseFields(reply),
    },
  ];
}
