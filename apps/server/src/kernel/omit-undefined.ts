/** An object whose undefined properties are removed. */
export type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined properties, so that an update leaves what the request omitted as it is. */
export const omitUndefined = <T extends object>(object: T): WithoutUndefined<T> =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
