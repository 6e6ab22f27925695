import { z } from 'zod';

const FieldChange = z.object({ from: z.unknown(), to: z.unknown() });

const valueText = (value: unknown): string =>
  [value]
    .flat()
    .filter((it) => typeof it === 'string' || typeof it === 'number' || typeof it === 'boolean')
    .join(', ');

/** What an entry's details say, in the parts that a reader looks for. Details are loose: older entries may hold less. */
export function readAuditChanges(details: Readonly<Record<string, unknown>>) {
  const { changed, ...rest } = details;
  const fromTo = Object.entries(rest).flatMap(([name, value]) => {
    const change = FieldChange.safeParse(value).data;
    return change ? [{ name, from: valueText(change.from), to: valueText(change.to) }] : [];
  });
  return {
    /** Names of what changed; their old and new values were not kept. */
    changed: (Array.isArray(changed) ? changed : [])
      .filter((it): it is string => typeof it === 'string')
      .filter((it) => !fromTo.some(({ name }) => name === it)),
    /** What else was so: `invited`, for instance. */
    notes: Object.entries(rest).flatMap(([name, value]) => (value === true ? [name] : [])),
    fromTo: fromTo.filter(({ from, to }) => from !== to),
  };
}
