/** Limits how often an account may try out channels: data sources and webhooks together. */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import type { Db } from '../kernel/db/database.ts';
import { requireAttempt, type Throttle } from '../kernel/limits/throttle.ts';
import type { Viewer } from '../kernel/security/viewer.ts';

const testThrottle: Throttle = {
  name: 'channel test',
  maxAttempts: attemptLimits.channelTestsPerTenMinutes,
  windowSeconds: 600,
};

/** Counts a test. Call it once the test is permitted: refused ones do not count. @throws Problem 429 */
export const requireChannelTest = (db: Db, { id }: Viewer): Promise<void> =>
  requireAttempt(db, testThrottle, `account ${id}`);
