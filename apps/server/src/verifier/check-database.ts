import type { Diagnosis } from '@waypost/contract/verifier/verifier';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { readAppliedMigrations } from './verifier.sql.ts';

const errorCodeSuffix = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? ` (${String(error.code)})` : '';

/**
 * Checks that the database answers and all migrations have run. Errors contain the code only, no address or account.
 * @param migrations names of the migrations of this version
 */
export async function checkDatabase(db: Db, migrations: readonly string[]): Promise<Diagnosis> {
  let applied: readonly string[];
  try {
    applied = await inTransaction(db, 'reads', readAppliedMigrations);
  } catch (error) {
    const message = `The database could not be asked${errorCodeSuffix(error)}.`;
    return { errors: [{ message, explainer: 'See that it runs, that DATABASE_URL is right, and the log.' }] };
  }
  const missing = migrations.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    const message = `Migrations are incomplete: ${missing.join(', ')}.`;
    return { errors: [{ message, explainer: 'Restart the server: it brings the tables up to date.' }] };
  }
  return {
    success: [
      { message: 'The database answers.', explainer: null },
      { message: `All ${migrations.length} migrations have run.`, explainer: null },
    ],
  };
}
