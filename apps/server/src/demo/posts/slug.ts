/** A post's name in addresses: its title, and its id so that there is only one. */
import { limits } from '@waypost/contract/common/limits';

export function buildSlug(title: string, id: number): string {
  const end = `-${id.toString(36)}`;
  const start = title
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, limits.slug.max - end.length);
  return `${start}${end}`;
}
