/**
 * 32 hexadecimal digits by chance. `crypto.randomUUID` is there on secure pages only; a deployment in a local network may
 * have none.
 */
export const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('');
