/** The operator settings of a test deployment. */
import type { OperatorSettings } from '../../kernel/config/config.ts';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { saveOperatorSettings } from '../../settings/settings.public.ts';

/**
 * Replaces the settings, as if the server had been restarted with another environment. Absent settings are unset.
 */
export const setOperatorSettings = (db: Db, settings: OperatorSettings = {}): Promise<void> =>
  inTransaction(db, 'writes', (tx) => saveOperatorSettings(tx, settings));
