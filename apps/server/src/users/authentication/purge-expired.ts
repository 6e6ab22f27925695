/** Deletes expired tokens, devices, throttles and idempotency keys. Nothing else depends on when this happens. */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { deleteExpiredIdempotencyKeys } from '../../kernel/http/idempotency.ts';
import { deleteExpiredThrottles } from '../../kernel/limits/throttle.ts';
import { deleteExpiredDevices } from './login-devices.sql.ts';
import { deleteExpiredTokens } from './tokens.sql.ts';

/** Besides every start of the server, on average one sign-in of this many purges. */
const signInsPerPurge = 200;

/** Deletes all expired rows now. */
export const purgeExpired = (db: Db): Promise<void> =>
  inTransaction(db, 'writes', async (tx) => {
    await deleteExpiredThrottles(tx);
    await deleteExpiredIdempotencyKeys(tx);
    await deleteExpiredTokens(tx);
    await deleteExpiredDevices(tx);
  });

/** Deletes expired rows on a random fraction of calls (`signInsPerPurge`). */
export const purgeExpiredOccasionally = async (db: Db): Promise<void> => {
  if (Math.random() * signInsPerPurge < 1) await purgeExpired(db);
};
