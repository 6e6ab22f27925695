/** The tables of those who look after a deployment. */
import type { Generated } from 'kysely';
import type { Created } from './tables-of-people.ts';

export interface Backups {
  id: Generated<number>;
  began: Date;
  ended: Created;
  bytes: number | null;
  fault: string | null;
}
