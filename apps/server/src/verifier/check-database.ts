import type { Diagnosis } from '@waypost/contract/verifier';
import { type Db, inTransaction } from '../kernel/db.ts';
import { readStepsRun } from './verifier.sql.ts';

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? ` (${String(error.code)})` : '';

/**
 * Whether the database answers and has every table. Tells a code of what failed, never an address or an account.
 * @param steps names of the migrations that this version has
 */
export async function checkDatabase(db: Db, steps: readonly string[]): Promise<Diagnosis> {
  let ran: readonly string[];
  try {
    ran = await inTransaction(db, 'reads', readStepsRun);
  } catch (error) {
    const message = `The database could not be asked${codeOf(error)}.`;
    return { errors: [{ message, explainer: 'See that it runs, that DATABASE_URL is right, and the log.' }] };
  }
  const missing = steps.filter((step) => !ran.includes(step));
  if (missing.length > 0) {
    const message = `Migrations are incomplete: ${missing.join(', ')}.`;
    return { errors: [{ message, explainer: 'Restart the server: it brings the tables up to date.' }] };
  }
  return {
    success: [
      { message: 'The database answers.', explainer: null },
      { message: `All ${steps.length} migrations have run.`, explainer: null },
    ],
  };
}
