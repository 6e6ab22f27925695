/** Starts of the embedded PostgreSQL. What takes long by nature is in `start-embedded.slow.test.ts`. */
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive, waitForExit } from './processes.ts';
import { createDataDir, holdInOtherProcess, runQuery, startTestPostgres } from './testing.ts';

const passwordIn = (dataDir: string) => readFile(join(dataDir, 'postgres-password'), 'utf8');

describe('an ordinary start', () => {
  it('keeps data and password over a restart', async () => {
    const dataDir = await createDataDir();
    const first = await startTestPostgres(dataDir);
    await runQuery(first.connection, 'create table kept as select 42 as n');
    const password = await passwordIn(dataDir);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await startTestPostgres(dataDir);
    expect(await runQuery(second.connection, 'select n from kept')).toEqual([{ n: 42 }]);
    expect(await passwordIn(dataDir)).toBe(password);
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  });

  it('creates a UTF-8 database with checksums that requires the password', async () => {
    const { connection, connectionString } = await startTestPostgres(await createDataDir());
    const [row] = await runQuery(
      connection,
      `select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
              lower('ÀÉ') as lower, current_user as user, current_database() as database`,
    );
    expect(row).toEqual({
      checksums: 'on',
      encoding: 'UTF8',
      lower: 'àé',
      user: 'waypost',
      database: 'waypost',
    });
    expect(await runQuery({ connectionString }, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(runQuery({ ...connection, password: 'guess' }, 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });
});

describe('after an unclean exit', () => {
  it('takes over from a killed process and keeps the data', async () => {
    const dataDir = await createDataDir();
    const { holder, postgresPid } = await holdInOtherProcess(dataDir);
    const password = (await passwordIn(dataDir)).trim();
    const reach = {
      host: join(dataDir, 'postgres'),
      port: 5432,
      user: 'waypost',
      database: 'waypost',
      password,
    };
    await runQuery(reach, 'create table kept as select 7 as n');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(isAlive(postgresPid)).toBe(true);

    const database = await startTestPostgres(dataDir);
    expect(await runQuery(database.connection, 'select n from kept')).toEqual([{ n: 7 }]);
    expect(isAlive(postgresPid)).toBe(false);
    expect(database.notes.join()).toContain('had left running');
  });
});

describe('a second process on the same data', () => {
  it('is refused with one line and does not affect the first one', async () => {
    const dataDir = await createDataDir();
    const { holder, postgresPid } = await holdInOtherProcess(dataDir);
    const refusal = startTestPostgres(dataDir);
    await expect(refusal).rejects.toThrow(EmbeddedPostgresError);
    await expect(refusal).rejects.toThrow(
      new RegExp(`^Another Waypost \\(process ${holder.pid}\\) [^\\n]*$`),
    );
    expect(isAlive(postgresPid)).toBe(true);
    process.kill(postgresPid, 'SIGINT');
    await waitForExit(postgresPid, 10_000);
  });
});
