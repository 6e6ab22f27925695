/** The tables of those who look after a deployment. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface Backups {
  id: Generated<number>;
  started: Date;
  ended: Created;
  bytes: number | null;
  fault: string | null;
}
