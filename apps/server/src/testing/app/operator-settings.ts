/** The operator of a deployment under test. */
import type { OperatorSettings } from '../../kernel/config/config.ts';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { keepOperatorsWord } from '../../settings/settings.public.ts';

/** As if the server had been started again with another environment. Nothing said is nothing decided. */
export const setOperatorSettings = (db: Db, settings: OperatorSettings = {}): Promise<void> =>
  inTransaction(db, 'writes', (tx) => keepOperatorsWord(tx, settings));
