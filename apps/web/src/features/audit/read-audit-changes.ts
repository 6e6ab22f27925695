import { PostStatus } from '@waypost/contract/browse/post-filters';
import { retentionActions } from '@waypost/contract/privacy/post-retention';
import { z } from 'zod';

const FieldChange = z.object({ from: z.unknown(), to: z.unknown() });

/** How long data are kept: a period, or a rule for reports with what happens to which of them. */
const Retention = z.object({
  days: z.number(),
  action: z.enum(retentionActions).optional(),
  keep_exact: z.boolean().optional(),
  status: PostStatus.nullable().optional(),
  /** Id of a survey, or `none`; null for all. */
  form: z
    .union([z.number(), z.literal('none')])
    .nullable()
    .optional(),
  /** The name that the survey had. */
  survey: z.string().nullable().optional(),
});
export type AuditRetention = z.infer<typeof Retention>;

/** A recorded value: lists have several parts. */
export type AuditValue = (string | number | boolean | AuditRetention)[];

const isPart = (value: unknown): value is AuditValue[number] =>
  (typeof value === 'string' && value !== '') ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  Retention.safeParse(value).success;

const readParts = (value: unknown): AuditValue => (Array.isArray(value) ? value : [value]).filter(isPart);

/** Names that say what was done, where a field has the same name for a change and its undo. */
const nameChange = (name: string, { split, merged_into }: Readonly<Record<string, unknown>>): string =>
  (name === 'merged_posts' && split !== undefined) || (name === 'merged_into' && merged_into === null)
    ? 'split'
    : name;

/** The changes in the details of an entry. The format of details is not fixed: older entries may contain less. */
export function readAuditChanges(details: Readonly<Record<string, unknown>>) {
  const { changed, ...rest } = details;
  const fromTo = Object.entries(rest).flatMap(([name, value]) => {
    const change = FieldChange.safeParse(value).data;
    return change ? [{ name, from: readParts(change.from), to: readParts(change.to) }] : [];
  });
  return {
    /** Names of changed values that were not recorded. */
    changed: (Array.isArray(changed) ? changed : [])
      .filter((it): it is string => typeof it === 'string')
      .filter((it) => !fromTo.some(({ name }) => name === it))
      .map((it) => nameChange(it, rest)),
    /** Facts that are true, such as `invited`. */
    notes: Object.entries(rest).flatMap(([name, value]) => (value === true ? [name] : [])),
    fromTo: fromTo.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)),
  };
}
