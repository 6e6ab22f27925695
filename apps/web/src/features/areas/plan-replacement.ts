/** Which areas of a set a file replaces. Pure. */
import type { AreaInput } from '@waypost/contract/areas/areas';
import type { Area } from '@waypost/contract/areas/list-areas';

interface Replacement {
  /** Areas as the API takes them: those that are kept have their ids. */
  areas: AreaInput[];
  kept: number;
  gone: Area[];
}

const countByName = (areas: readonly { name: string }[]) => {
  const counts = new Map<string, number>();
  for (const { name } of areas) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** Areas are kept by their names. Names that several areas have do not tell which one is which: these areas are new. */
export function planReplacement(current: readonly Area[], inputs: readonly AreaInput[]): Replacement {
  const [currentCounts, inputCounts] = [countByName(current), countByName(inputs)];
  const ids = new Map(
    current.flatMap(({ id, name }) =>
      currentCounts.get(name) === 1 && inputCounts.get(name) === 1 ? [[name, id] as const] : [],
    ),
  );
  return {
    areas: inputs.map((area) => {
      const id = ids.get(area.name);
      return id === undefined ? area : { ...area, id };
    }),
    kept: ids.size,
    gone: current.filter(({ name }) => !ids.has(name)),
  };
}
