import { z } from 'zod';

const FieldChange = z.object({ from: z.unknown(), to: z.unknown() });

const valueText = (value: unknown): string =>
  [value]
    .flat()
    .filter((it) => typeof it === 'string' || typeof it === 'number' || typeof it === 'boolean')
    .join(', ');

/** The changes in the details of an entry. The format of details is not fixed: older entries may contain less. */
export function readAuditChanges(details: Readonly<Record<string, unknown>>) {
  const { changed, ...rest } = details;
  const fromTo = Object.entries(rest).flatMap(([name, value]) => {
    const change = FieldChange.safeParse(value).data;
    return change ? [{ name, from: valueText(change.from), to: valueText(change.to) }] : [];
  });
  return {
    /** Names of changed values that were not recorded. */
    changed: (Array.isArray(changed) ? changed : [])
      .filter((it): it is string => typeof it === 'string')
      .filter((it) => !fromTo.some(({ name }) => name === it)),
    /** Facts that are true, such as `invited`. */
    notes: Object.entries(rest).flatMap(([name, value]) => (value === true ? [name] : [])),
    fromTo: fromTo.filter(({ from, to }) => from !== to),
  };
}
