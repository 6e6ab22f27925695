/** Starts of the embedded PostgreSQL in unusual places, after crashes and as root. */
import { access, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/time.ts';
import { isAlive, waitForExit } from './processes.ts';
import { createDataDir, holdInOtherProcess, runQuery, startTestPostgres } from './testing.ts';

const isRoot = process.getuid?.() === 0;

describe('in unusual places and after exits', () => {
  it('listens on a loopback port when the path is too long for a socket', async () => {
    const dataDir = join(await createDataDir(), 'a-long-name'.repeat(10));
    const database = await startTestPostgres(dataDir);
    expect(database.connection.host).toBe('127.0.0.1');
    expect(await runQuery(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['on a socket', ''],
    ['on a port', 'a-long-name'.repeat(10)],
  ])('restarts PostgreSQL at the same address after an unexpected exit, %s', async (_where, name) => {
    const database = await startTestPostgres(join(await createDataDir(), name));
    await runQuery(database.connection, 'create table kept as select 7 as n');
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const before = database.pid;
      process.kill(before, signal);
      await eventually(() => expect(database.pid).not.toBe(before), 15_000);
      expect(await runQuery(database.connection, 'select n from kept')).toEqual([{ n: 7 }]);
    }
    await database.stop();
    expect(isAlive(database.pid)).toBe(false);
  });

  it('restarts it after every exit', async () => {
    const database = await startTestPostgres(await createDataDir());
    for (let end = 0; end < 6; end++) {
      const before = database.pid;
      process.kill(before, 'SIGQUIT');
      await eventually(() => expect(database.pid).not.toBe(before), 15_000);
    }
    expect(await runQuery(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('after an unclean exit', () => {
  it('leaves no server after an uncaught error', async () => {
    const { postgresPid } = await holdInOtherProcess(await createDataDir(), 'throw');
    expect(await waitForExit(postgresPid, 10_000)).toBe(true);
  });

  it('starts although postmaster.pid names a running process that is no PostgreSQL', async () => {
    const dataDir = await createDataDir();
    const first = await startTestPostgres(dataDir);
    await first.stop();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`, { mode: 0o600 });

    const second = await startTestPostgres(dataDir);
    expect(second.notes.join()).toContain('stale postmaster.pid');
    expect(await runQuery(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('sets a new password when the file with it is lost', async () => {
    const dataDir = await createDataDir();
    await (await startTestPostgres(dataDir)).stop();
    await rm(join(dataDir, 'postgres-password'));
    expect(await runQuery((await startTestPostgres(dataDir)).connection, 'select 1 as one')).toEqual([
      { one: 1 },
    ]);
  });
});

describe.runIf(isRoot)('as root', () => {
  it('runs as nobody when there is no account postgres', async () => {
    const accounts = [
      { name: 'root', uid: 0, gid: 0 },
      { name: 'nobody', uid: 65_534, gid: 65_534 },
    ];
    const database = await startTestPostgres(await createDataDir(), { accounts });
    expect(database.notes.join()).toContain('as "nobody"');
    expect(await runQuery(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('keeps the database elsewhere when the data directory is inaccessible, and finds it again', async () => {
    const sharedHome = await createDataDir();
    const dataDir = await createDataDir(0o700);
    const first = await startTestPostgres(dataDir, { sharedHome });
    expect(first.connection.host.startsWith(sharedHome)).toBe(true);
    await runQuery(first.connection, 'create table kept as select 3 as n');
    await first.stop();

    const second = await startTestPostgres(dataDir, { sharedHome });
    expect(await runQuery(second.connection, 'select n from kept')).toEqual([{ n: 3 }]);
  });

  it('neither uses nor deletes the database of an earlier data directory at the same path', async () => {
    const sharedHome = await createDataDir();
    const dataDir = await createDataDir(0o700);
    const first = await startTestPostgres(dataDir, { sharedHome });
    await runQuery(first.connection, 'create table old as select 1 as n');
    await first.stop();
    await rm(dataDir, { recursive: true });

    const second = await startTestPostgres(dataDir, { sharedHome });
    await expect(runQuery(second.connection, 'select n from old')).rejects.toThrow('does not exist');
    const keptFolder = (await readdir(dirname(second.connection.host))).find((name) =>
      name.includes('.kept-'),
    );
    await access(join(dirname(second.connection.host), keptFolder ?? 'none'));
  });

  it('reports what to do when no account fits', async () => {
    await expect(startTestPostgres(await createDataDir(), { accounts: [] })).rejects.toThrow(/DATABASE_URL/);
  });
});
