import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { canEnter, chooseAccount, parseAccounts } from './accounts.ts';
import { createDataDir } from './testing.ts';

const PASSWD = `root:x:0:0:root:/root:/bin/bash
nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin
broken line
postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash
`;

it('prefers the account postgres, then nobody, and never root', () => {
  const accounts = parseAccounts(PASSWD);
  expect(accounts).toHaveLength(3);
  expect(chooseAccount(accounts)).toEqual({ name: 'postgres', uid: 101, gid: 104 });
  expect(chooseAccount(accounts.slice(0, 2))?.name).toBe('nobody');
  expect(chooseAccount([{ name: 'postgres', uid: 0, gid: 0 }])).toBeUndefined();
});

it('detects an inaccessible parent directory', async () => {
  const inner = join(await createDataDir(), 'inner');
  await mkdir(inner, { recursive: true, mode: 0o755 });
  const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };
  expect(await canEnter(stranger, inner)).toBe(true);
  await chmod(dirname(inner), 0o700);
  expect(await canEnter(stranger, inner)).toBe(false);
});
