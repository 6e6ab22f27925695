/** Who fetches something large that is waited for, beside what the query cache knows of: what has time waits for them. */

/** Milliseconds after which nobody holds the others up any more. */
const longest = 30_000;

const users = new Set<object>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export const isLineInUse = (): boolean => users.size > 0;

export function watchLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns gives the line free again */
export function takeLine(): () => void {
  const user = {};
  const free = () => {
    clearTimeout(timer);
    if (users.delete(user)) changed();
  };
  const timer = setTimeout(free, longest);
  users.add(user);
  changed();
  return free;
}
