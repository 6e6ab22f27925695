/** Counts what a person does in a journey: each field that is filled in and each press. */

/** A counter that starts now. */
export function createActionCounter() {
  const started = Date.now();
  let actions = 0;
  return {
    /** Counts an action and waits for its end. */
    do: async (action: Promise<unknown>): Promise<void> => {
      actions += 1;
      await action;
    },
    /** The number of actions and the seconds so far. */
    result: () => ({ actions, seconds: Math.round((Date.now() - started) / 1000) }),
  };
}
