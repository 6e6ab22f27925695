/** What the server says of itself, if its operator lets it (wire 2.23). */
import { Diagnosis, type Finding, verifyDatabase, verifyEnvironment } from '@waypost/contract/verifier';
import { t } from 'i18next';
import { ask } from './ask.ts';
import { facts, type Result, statusResult } from './result.ts';

const addresses = { db: verifyDatabase.path, env: verifyEnvironment.path };

const told = ({ message, explainer }: Finding): string => (explainer ? `${message} ${explainer}` : message);

export async function checkServer(check: 'db' | 'env'): Promise<Result[]> {
  const reply = await ask(`/api/v3${addresses[check]}`);
  if (reply.status === 204)
    return [{ check, type: 'info', messages: [t('verifier.server.off')], ...facts(reply) }];
  const diagnosis = Diagnosis.safeParse(reply.body).data;
  if (!diagnosis) {
    const result = statusResult(check, reply);
    const unreadable: Result = { ...result, type: 'error', messages: [t('verifier.status.other')] };
    return [result.type === 'error' ? result : unreadable];
  }
  if ('errors' in diagnosis)
    return [{ check, type: 'error', messages: diagnosis.errors.map(told), ...facts(reply) }];
  return [{ check, type: 'confirmation', messages: diagnosis.success.map(told), ...facts(reply) }];
}
