/** Secrets of data sources that were encrypted before they were bound to servers, or came in by an older backup. */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../kernel/db.ts';
import type { Vault } from '../kernel/vault.ts';
import { bindSecrets } from './provider-secrets.ts';
import { readStored, replaceStored } from './settings.sql.ts';

const group = 'data-provider';

export async function bindStoredSecrets(tx: Tx, vault: Vault): Promise<void> {
  const stored = await readStored(tx, group);
  const bound = bindSecrets(vault, stored);
  if (!isDeepStrictEqual(stored, bound)) await replaceStored(tx, group, bound);
}
