/** The size of expressions of a style with every variable in its place: a short style may stand for texts of gigabytes. Pure. */

type Sizes = ReadonlyMap<unknown, number>;

/** A text counts by its length, any other value as one. */
const sizeOfValue = (value: unknown): number => (typeof value === 'string' ? value.length + 1 : 1);

/** `["let", name, value, ..., result]`. */
function sizeOfLet(parts: readonly unknown[], outer: Sizes): number {
  const sizes = new Map(outer);
  for (let index = 0; index + 1 < parts.length; index += 2)
    sizes.set(parts[index], computeExpandedSize(parts[index + 1], sizes));
  return computeExpandedSize(parts.at(-1), sizes);
}

/**
 * Number of characters and values.
 * @param value JSON that is not too deep to be walked through
 * @param variables sizes of the variables around it
 */
export function computeExpandedSize(value: unknown, variables: Sizes = new Map()): number {
  if (typeof value !== 'object' || value === null) return sizeOfValue(value);
  if (!Array.isArray(value))
    return Object.values(value).reduce<number>((sum, it) => sum + computeExpandedSize(it, variables), 1);
  const [operator, ...parts] = value as unknown[];
  if (operator === 'let') return sizeOfLet(parts, variables);
  if (operator === 'var') return variables.get(parts[0]) ?? 1;
  return value.reduce<number>((sum, it) => sum + computeExpandedSize(it, variables), 1);
}
