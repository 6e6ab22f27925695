/** Lets responses of the server come before the work of this process. */
import { setPriority } from 'node:os';

const workerPriority = 10;

/** Lowers the priority of this process; where this is not permitted, it stays as it is. */
export function lowerPriority(): void {
  try {
    setPriority(workerPriority);
  } catch {
    // Not permitted on this system.
  }
}
