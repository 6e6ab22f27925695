/** Members of the team in the format of the API. */
import type { TeamMember } from '@waypost/contract/review/reviewers';
import type { UrlBuilder } from '../kernel/http/api-format.ts';

/** A member with their current name; null for nobody. */
export const viewMember = (
  urls: UrlBuilder,
  id: number | null,
  names: ReadonlyMap<number, string | null>,
): TeamMember | null =>
  id === null ? null : { id, url: urls.entity('users', id), realname: names.get(id) ?? null };
