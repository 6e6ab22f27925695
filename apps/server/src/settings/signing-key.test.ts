/** Keys that sign and hash are random in every database, new or upgraded. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { schema } from '../migrations/schema.ts';
import { createTestDatabase } from '../testing/schema/create-test-database.ts';
import { loadSchema0070, signingKey0070 } from '../testing/schema/earlier-schemas.ts';
import { readFileUrlSigner, readSigningKey, replaceFileUrlKey } from './read-settings.ts';

const readKeys = async (db: Db) => {
  const { rows } = await sql<{ name: string; key: string }>`
    select 'signatures' as name, value ->> 'key' as key from settings where name = 'file-seal'
    union all select 'opt-outs', encode(key, 'hex') from opt_out_key
    union all select 'places', encode(key, 'hex') from place_mask_key order by name`.execute(db);
  return new Map(rows.map(({ name, key }) => [name, key]));
};
const readKey = (db: Db) => inTransaction(db, 'reads', (tx) => readSigningKey(tx));

test('two new databases have keys of their own', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()];
  for (const db of [one, other]) await migrate(db, schema);
  const [keys, otherKeys] = [await readKeys(one), await readKeys(other)];
  expect([...keys.keys()]).toEqual(['opt-outs', 'places', 'signatures']);
  for (const [name, key] of keys) {
    expect([name, key.length >= 43]).toEqual([name, true]);
    expect([name, key]).not.toEqual([name, otherKeys.get(name)]);
  }
  expect(await readKey(one)).toEqual(Buffer.from(keys.get('signatures') ?? '', 'base64url'));
  expect(await readKey(one)).toHaveLength(32);
});

test('an upgraded database keeps its key, and one that had none gets one beside a replaced key of files', async () => {
  const db = await createTestDatabase();
  await loadSchema0070(db);
  await migrate(db, schema);
  expect(await readKey(db)).toEqual(Buffer.from(signingKey0070, 'base64url'));

  const fromBaseline = await createTestDatabase();
  await migrate(fromBaseline, schema);
  await sql`delete from settings where name = 'file-seal'`.execute(fromBaseline);
  await sql`delete from migrations where name = '0311-signing-key'`.execute(fromBaseline);
  await expect(readKey(fromBaseline)).rejects.toThrow('lacks the key');
  await inTransaction(fromBaseline, 'writes', (tx) => replaceFileUrlKey(tx));
  const file = await inTransaction(fromBaseline, 'reads', (tx) => readFileUrlSigner(tx));
  const signed = file.signedQueryUntil('a.jpg', 1);
  await migrate(fromBaseline, schema);
  expect(await readKey(fromBaseline)).toHaveLength(32);
  const after = await inTransaction(fromBaseline, 'reads', (tx) => readFileUrlSigner(tx));
  expect(after.signedQueryUntil('a.jpg', 1)).toEqual(signed);
});
