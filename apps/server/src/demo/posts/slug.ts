/** Slugs of posts: the title, and the id so that they are unique. */
import { limits } from '@waypost/contract/common/limits';

/** The slug of a post. */
export function buildSlug(title: string, id: number): string {
  const end = `-${id.toString(36)}`;
  const start = title
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, limits.slug.max - end.length);
  return `${start}${end}`;
}
