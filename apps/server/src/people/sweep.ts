/** Removing what time has made useless: cheap enough for now and then, and nothing depends on it. */
import { type Db, inTransaction } from '../kernel/db.ts';
import { forgetOldRequests } from '../kernel/once.ts';
import { forgetOldThrottles } from '../kernel/throttle.ts';
import { deleteForgottenDevices } from './devices.sql.ts';
import { deleteExpiredTokens } from './tokens.sql.ts';

/** One sign-in in so many sweeps up, beside every start. */
const seldom = 200;

export const sweep = (db: Db): Promise<void> =>
  inTransaction(db, 'writes', async (tx) => {
    await forgetOldThrottles(tx);
    await forgetOldRequests(tx);
    await deleteExpiredTokens(tx);
    await deleteForgottenDevices(tx);
  });

export const sweepSometimes = async (db: Db): Promise<void> => {
  if (Math.random() * seldom < 1) await sweep(db);
};
