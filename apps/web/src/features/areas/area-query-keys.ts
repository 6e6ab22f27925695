/** The cached queries that a change of areas makes stale. */
import { buildResourceKey } from '../../api/query-keys.ts';

export const areaQueryKeys = [buildResourceKey('area-sets'), buildResourceKey('areas')];
