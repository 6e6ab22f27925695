/**
 * `npm run backup` and `npm run restore` with encrypted files, run as programs, with a terminal and without one. As for an
 * operator, the programs are the built ones, which start in half the time of their sources.
 */
import { execFile, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test, vi } from 'vitest';
import { connectionString } from '../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../kernel/postgres/databases.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';

// Each program loads the server's code, a passphrase takes a second by design, and the first run may build the server.
vi.setConfig({ testTimeout: scaled(120_000), hookTimeout: scaled(180_000) });

const run = promisify(execFile);
const passphrase = 'correct horse battery staple';
const photo = 'bytes of a picture';

/** A program of util-linux that runs another one in a terminal. */
const script = '/usr/bin/script';
const hasTerminals = await access(script).then(
  () => process.platform === 'linux',
  () => false,
);

let it: TestApp;
let folder: string;
let identity: string;
/** Encrypted backups: with a passphrase, and for a public key. */
let locked: string;
let sealed: string;

const programOf = (name: 'backup' | 'restore') => [
  process.execPath,
  path.join(import.meta.dirname, '../../../../tools/operate.mjs'),
  name,
];

/** An environment without the variables of the tests' own one. */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ...settings,
});

interface Ended {
  code: number;
  output: string;
  errorOutput: string;
}

/** Runs a program without a terminal. */
async function command(
  name: 'backup' | 'restore',
  args: readonly string[],
  settings: Record<string, string>,
): Promise<Ended> {
  const [program = '', ...first] = programOf(name);
  const running = run(program, [...first, ...args], { env: environment(settings) });
  // As under cron, and with `< /dev/null`.
  running.child.stdin?.end();
  try {
    const { stdout, stderr } = await running;
    return { code: 0, output: stdout, errorOutput: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout, errorOutput: stderr };
  }
}

/**
 * Runs the restore at a terminal.
 * @param typed once the passphrase is asked for
 * @returns how it ended, and all that the terminal showed
 */
async function atTerminal(
  file: string,
  settings: Record<string, string>,
  typed: string,
): Promise<{ code: number | null; shown: string }> {
  const command = [...programOf('restore'), file].map((word) => `'${word}'`).join(' ');
  const child = spawn(script, ['-qec', command, '/dev/null'], { env: environment(settings) });
  let shown = '';
  let isTyped = false;
  const hear = (bytes: Buffer) => {
    shown += bytes.toString();
    if (isTyped || !shown.includes('Passphrase of the backup:')) return;
    isTyped = true;
    child.stdin.write(typed);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, shown };
}

/** A machine to restore on: an empty database and an empty data directory. */
async function elsewhere({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  const address = connectionString(await createScratchDatabase(inject('postgres'), name));
  onTestFinished(() => dropDatabase(inject('postgres'), name));
  const dataDir = await mkdtemp(path.join(folder, 'elsewhere-'));
  const settings = { DATABASE_URL: address, DATA_DIR: dataDir };
  const query = async <T>(text: string): Promise<T[]> => {
    const client = new Client({ connectionString: address });
    await client.connect();
    try {
      return (await client.query(text)).rows as T[];
    } finally {
      await client.end();
    }
  };
  return {
    settings,
    expectRestored: async () => {
      const [row] = await query<{ value: { name: string } }>(
        `select value from settings where name = 'site'`,
      );
      expect(row?.value.name).toBe('Harbour Watch');
      expect(await readFile(path.join(dataDir, 'storage/0/0/picture.jpg'), 'utf8')).toBe(photo);
      // The decrypted archive went again.
      expect((await readdir(dataDir)).filter((entry) => entry.startsWith('.restore-'))).toEqual([]);
    },
    expectUntouched: async () => {
      const tables = await query(`select 1 from information_schema.tables where table_schema = 'public'`);
      expect(tables).toEqual([]);
      const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
      expect(files.filter((entry) => entry.isFile()).map(({ name: file }) => file)).toEqual([]);
    },
  };
}

/** One line in plain words: no trace of the program, no secret. */
function expectPlain(text: string, line: RegExp): void {
  expect(text.trim().split(/\r?\n/).at(-1)).toMatch(line);
  expect(text).not.toMatch(/\n\s+at |Error:|Warning|node:internal|horse|AGE-SECRET-KEY/);
}

beforeAll(async () => {
  it = await startTestApp();
  await it.send('admin', 'PUT', '/config/site', { name: 'Harbour Watch' });
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-restore-'));
  const dataDir = path.join(folder, 'deployment');
  await mkdir(path.join(dataDir, 'storage/0/0'), { recursive: true });
  await writeFile(path.join(dataDir, 'storage/0/0/picture.jpg'), photo);
  identity = await generateX25519Identity();
  const passphraseFile = path.join(folder, 'words');
  await writeFile(passphraseFile, `${passphrase}\n`);
  locked = path.join(folder, 'locked.zip.age');
  sealed = path.join(folder, 'sealed.zip.age');
  const settings = { DATABASE_URL: it.databaseUrl, DATA_DIR: dataDir };
  for (const [file, how] of [
    [locked, { BACKUP_PASSPHRASE_FILE: passphraseFile }],
    [sealed, { BACKUP_RECIPIENT: await identityToRecipient(identity) }],
  ] as const) {
    const backupResult = await command('backup', [file], { ...settings, ...how });
    expect(backupResult).toMatchObject({ code: 0, output: expect.stringContaining('It is encrypted') });
    expect(backupResult.output + backupResult.errorOutput).not.toContain('horse');
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await readFile(file)).includes('Harbour Watch')).toBe(false);
  }
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true, force: true });
});

const written = async (name: string, content: string | Buffer) => {
  const file = path.join(folder, `${crypto.randomUUID()}-${name}`);
  await writeFile(file, content);
  return file;
};

describe.concurrent('with a passphrase', () => {
  test('from the environment, it restores everything', async (context) => {
    const targetDatabase = await elsewhere(context);
    const ended = await command('restore', [locked], {
      ...targetDatabase.settings,
      BACKUP_PASSPHRASE: passphrase,
    });
    expect(ended).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored \d+ rows and 1 files/) });
    await targetDatabase.expectRestored();
  });

  test('missing and without a terminal, it names the missing settings', async (context) => {
    const targetDatabase = await elsewhere(context);
    const ended = await command('restore', [locked], targetDatabase.settings);
    expect([ended.code, ended.output]).toEqual([1, '']);
    expectPlain(ended.errorOutput, /^The backup is encrypted with a passphrase: set BACKUP_PASSPHRASE or/);
    await targetDatabase.expectUntouched();
  });

  test('that is wrong, it changes nothing', async (context) => {
    const targetDatabase = await elsewhere(context);
    const ended = await command('restore', [locked], {
      ...targetDatabase.settings,
      BACKUP_PASSPHRASE: 'wrong horse battery staple',
    });
    expect([ended.code, ended.output]).toEqual([1, '']);
    expectPlain(ended.errorOutput, /^The passphrase does not open the backup\. Nothing was changed\.$/);
    await targetDatabase.expectUntouched();
  });
});

describe.runIf(hasTerminals).concurrent('with a prompt at a terminal', () => {
  test('it does not show the passphrase and restores everything', async (context) => {
    const targetDatabase = await elsewhere(context);
    const { code, shown } = await atTerminal(locked, targetDatabase.settings, `${passphrase}\r`);
    expect(shown).toMatch(/Restored \d+ rows and 1 files/);
    expect(code).toBe(0);
    expect(shown).not.toContain('horse');
    await targetDatabase.expectRestored();
  });

  test.for([
    ['a wrong one', 'another horse entirely\r', /^The passphrase does not open the backup\. Nothing/],
    ['none', '\r', /^No passphrase was given\. Nothing was changed\.$/],
    ['a cancelled prompt', '\x03', /^No passphrase was given\. Nothing was changed\.$/],
    ['the end of the input', '\x04', /^No passphrase was given\. Nothing was changed\.$/],
  ] as const)('%s is reported in one line, and nothing is changed', async ([, typed, line], context) => {
    const targetDatabase = await elsewhere(context);
    const { code, shown } = await atTerminal(locked, targetDatabase.settings, typed);
    expectPlain(shown, line);
    expect(code).toBe(1);
    await targetDatabase.expectUntouched();
  });

  test('it does not prompt for a backup that is encrypted for a key', async (context) => {
    const targetDatabase = await elsewhere(context);
    const { code, shown } = await atTerminal(sealed, targetDatabase.settings, '');
    expectPlain(shown, /^The backup is encrypted for a key: set BACKUP_IDENTITY_FILE/);
    expect(code).toBe(1);
  });
});

describe.concurrent('with a key', () => {
  const restore = async (content: string, settings: Record<string, string>) =>
    command('restore', [sealed], {
      ...settings,
      BACKUP_IDENTITY_FILE: await written('key.txt', content),
    });

  test('as age-keygen writes it, it restores everything', async (context) => {
    const targetDatabase = await elsewhere(context);
    const recipient = await identityToRecipient(identity);
    const file = `# created: 2026-11-23T03:30:00Z\n# public key: ${recipient}\n${identity}\n`;
    expect(await restore(file, targetDatabase.settings)).toMatchObject({ code: 0 });
    await targetDatabase.expectRestored();
  });

  test('that is another one, invalid, empty or missing, it changes nothing', async (context) => {
    const targetDatabase = await elsewhere(context);
    const recipient = await identityToRecipient(identity);
    for (const [content, line] of [
      [await generateX25519Identity(), /^None of the keys opens the backup\. Nothing was changed\.$/],
      [`# mine\n${recipient}\n`, /^Line 2 of the identities is a public key: .* secret key, AGE-SECRET/],
      ['nonsense', /^Line 1 of the identities is no secret key of age\.$/],
      ['# nothing else\n', /^The file of BACKUP_IDENTITY_FILE has no secret key of age\.$/],
    ] as const) {
      const ended = await restore(content, targetDatabase.settings);
      expect(ended.code).toBe(1);
      expect(ended.errorOutput.trim().split('\n').at(-1)).toMatch(line);
      expect(ended.errorOutput).not.toContain(identity);
    }
    const none = await command('restore', [sealed], {
      ...targetDatabase.settings,
      BACKUP_IDENTITY_FILE: path.join(folder, 'none'),
    });
    expect(none.code).toBe(1);
    expectPlain(none.errorOutput, /BACKUP_IDENTITY_FILE.*cannot be read \(ENOENT\)/);
    await targetDatabase.expectUntouched();
  });
});

test.concurrent.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a restore that is ended by %s leaves no decrypted file',
  async (signal, context) => {
    const targetDatabase = await elsewhere(context);
    const key = await written('key.txt', identity);
    const [program = '', ...first] = programOf('restore');
    const child = spawn(program, [...first, sealed], {
      env: environment({ ...targetDatabase.settings, BACKUP_IDENTITY_FILE: key }),
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const decrypted = async () =>
      (await readdir(targetDatabase.settings.DATA_DIR)).filter((entry) => entry.startsWith('.restore-'));
    await expect.poll(decrypted, { timeout: scaled(60_000), interval: 5 }).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toBeGreaterThan(128);
    expect(await decrypted()).toEqual([]);
  },
);

describe.concurrent('a damaged file', () => {
  test.for([
    ['cut off in its head', 40],
    ['cut off after its head', 400],
    ['cut off at its end', -100],
    ['with nothing in it', 0],
  ] as const)('%s changes nothing', async ([, length], context) => {
    const targetDatabase = await elsewhere(context);
    const bytes = await readFile(sealed);
    const file = await written('cut.zip.age', bytes.subarray(0, length < 0 ? bytes.length + length : length));
    const key = await written('key.txt', identity);
    const ended = await command('restore', [file], { ...targetDatabase.settings, BACKUP_IDENTITY_FILE: key });
    expect([ended.code, ended.output]).toEqual([1, '']);
    expectPlain(ended.errorOutput, /^The backup (is damaged: |cannot be opened )/);
    await targetDatabase.expectUntouched();
  });

  test('with one byte changed changes nothing', async (context) => {
    const targetDatabase = await elsewhere(context);
    const bytes = Buffer.from(await readFile(sealed));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    const key = await written('key.txt', identity);
    const ended = await command('restore', [await written('flipped.zip.age', bytes)], {
      ...targetDatabase.settings,
      BACKUP_IDENTITY_FILE: key,
    });
    expect(ended.code).toBe(1);
    expectPlain(ended.errorOutput, /^The backup is damaged: it does not decrypt to its end\. Nothing/);
    await targetDatabase.expectUntouched();
  });
});
