/** Re-encrypts secrets of data sources that are not bound to a server yet: stored by earlier versions or restored from their backups. */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../kernel/db/database.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { rebindSecrets } from './provider-secrets.ts';
import { lockStoredGroup, readStoredGroup, replaceStoredGroup } from './settings.sql.ts';

const dataProviderGroup = 'data-provider';

/** Binds all stored secrets of data sources to their servers. */
export async function rebindStoredSecrets(tx: Tx, secretBox: SecretBox): Promise<void> {
  await lockStoredGroup(tx, dataProviderGroup);
  const stored = await readStoredGroup(tx, dataProviderGroup);
  const rebound = rebindSecrets(secretBox, stored);
  if (!isDeepStrictEqual(stored, rebound)) await replaceStoredGroup(tx, dataProviderGroup, rebound);
}
