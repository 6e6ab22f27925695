/** Where the places in the answers to a field must lie: `inside` of the configuration of a field for places. */

/** An area, or any area of a set. */
export type DemandedArea = { area: number; set?: never } | { set: number; area?: never };

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** @param config configuration of a field; other formats of `inside`, which are refused when they are saved, demand nothing */
export function readDemandedArea(config: unknown): DemandedArea | null {
  const { inside } = (config ?? {}) as { inside?: { area?: unknown; set?: unknown } | null };
  if (isId(inside?.area)) return inside.set === undefined ? { area: inside.area } : null;
  return isId(inside?.set) && inside.area === undefined ? { set: inside.set } : null;
}
