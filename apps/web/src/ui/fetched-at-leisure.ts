import { useEffect } from 'react';

/** Milliseconds. */
const leisure = 2000;

/**
 * Fetches unasked what may be wanted later, so that it is there when the line is gone.
 * @param load the same each time
 */
export function useFetchedAtLeisure(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), leisure);
    return () => clearTimeout(timer);
  }, [load]);
}
