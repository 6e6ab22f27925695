/** Removing what time has made useless: cheap enough for now and then, and nothing depends on it. */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { deleteExpiredIdempotencyKeys } from '../../kernel/http/idempotency.ts';
import { deleteExpiredThrottles } from '../../kernel/limits/throttle.ts';
import { deleteExpiredDevices } from './login-devices.sql.ts';
import { deleteExpiredTokens } from './tokens.sql.ts';

/** One sign-in in so many sweeps up, beside every start. */
const signInsPerPurge = 200;

export const purgeExpired = (db: Db): Promise<void> =>
  inTransaction(db, 'writes', async (tx) => {
    await deleteExpiredThrottles(tx);
    await deleteExpiredIdempotencyKeys(tx);
    await deleteExpiredTokens(tx);
    await deleteExpiredDevices(tx);
  });

export const purgeExpiredOccasionally = async (db: Db): Promise<void> => {
  if (Math.random() * signInsPerPurge < 1) await purgeExpired(db);
};
