/** An object without the members that are undefined: what a request left out stays as it is. */
export type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

export const omitUndefined = <T extends object>(members: T): WithoutUndefined<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
