import { sql } from 'kysely';

/** `any(…)` of a list of ids. */
export const anyOfIds = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;
