/** The operator of a deployment under test. */
import type { OperatorsWord } from '../kernel/config.ts';
import { type Db, inTransaction } from '../kernel/db.ts';
import { keepOperatorsWord } from '../settings/settings.public.ts';

/** As if the server had been started again with another environment. Nothing said is nothing decided. */
export const operate = (db: Db, word: OperatorsWord = {}): Promise<void> =>
  inTransaction(db, 'writes', (tx) => keepOperatorsWord(tx, word));
