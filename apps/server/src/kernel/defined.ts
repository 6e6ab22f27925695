/** An object without the members that are undefined: what a request left out stays as it is. */
export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

export const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
