/**
 * Which system account runs PostgreSQL when Waypost itself runs as root, which PostgreSQL refuses to do.
 *
 * Only accounts that exist already are considered; none is ever created.
 */
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An account of the system. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Accounts in order of preference: PostgreSQL's own, else the unprivileged one. */
const PREFERRED = ['postgres', 'nobody'];

/** Reads the machine's own accounts. Accounts kept elsewhere (LDAP) are not needed for these two names. */
export async function readAccounts(path = '/etc/passwd'): Promise<Account[]> {
  return parseAccounts(await readFile(path, 'utf8').catch(() => ''));
}

/** Parses a passwd file; malformed lines are skipped. */
export function parseAccounts(passwd: string): Account[] {
  const accounts: Account[] = [];
  for (const line of passwd.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid && Number.isInteger(Number(uid)) && Number.isInteger(Number(gid))) {
      accounts.push({ name, uid: Number(uid), gid: Number(gid) });
    }
  }
  return accounts;
}

/** The account to run PostgreSQL under; undefined when the machine has none of `PREFERRED`. */
export function chooseAccount(accounts: readonly Account[]): Account | undefined {
  return PREFERRED.map((name) => accounts.find((account) => account.name === name && account.uid !== 0)).find(
    (account) => account !== undefined,
  );
}

/**
 * Whether the account may enter a directory and all its parents, by their mode bits. A home directory of mode 0700, where many
 * people clone a repository, prevents it.
 */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(directory);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  const parent = dirname(directory);
  return parent === directory || canEnter(account, parent);
}
