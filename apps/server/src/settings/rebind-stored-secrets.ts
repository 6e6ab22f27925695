/** Secrets of data sources that were encrypted before they were bound to servers, or came in by an older backup. */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../kernel/db/database.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { rebindSecrets } from './provider-secrets.ts';
import { readStoredGroup, replaceStoredGroup } from './settings.sql.ts';

const dataProviderGroup = 'data-provider';

export async function rebindStoredSecrets(tx: Tx, secretBox: SecretBox): Promise<void> {
  const stored = await readStoredGroup(tx, dataProviderGroup);
  const rebound = rebindSecrets(secretBox, stored);
  if (!isDeepStrictEqual(stored, rebound)) await replaceStoredGroup(tx, dataProviderGroup, rebound);
}
