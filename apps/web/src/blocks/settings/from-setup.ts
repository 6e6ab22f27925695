/** In the address of a settings page that the set-up has led to: the way back leads to it. */
export interface FromSetup {
  from?: 'setup';
}

/** Reads it from the search parameters of an address. */
export const readFromSetup = (raw: Record<string, unknown>): FromSetup =>
  raw['from'] === 'setup' ? { from: 'setup' } : {};
