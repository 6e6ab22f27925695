/**
 * A random id of 32 hexadecimal digits. `crypto.randomUUID` exists only in secure contexts, and a deployment in a local
 * network may have no TLS.
 */
export const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('');
