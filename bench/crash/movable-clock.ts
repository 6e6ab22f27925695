/** A clock that can be changed for the processes that are started with it. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

export interface Clock {
  /** Environment of the processes. */
  environment: Record<string, string>;
  /** Changes the time at once. @param seconds offset from the real time */
  set: (seconds: number) => Promise<void>;
  remove: () => Promise<void>;
}

/** Compiles the library that changes the clock. @throws if there is no compiler */
export async function createMovableClock(): Promise<Clock> {
  const home = await mkdtemp(path.join(tmpdir(), 'waypost-clock-'));
  await chmod(home, 0o755);
  const library = path.join(home, 'clock.so');
  const file = path.join(home, 'moved');
  const source = path.join(import.meta.dirname, 'clock.c');
  const remove = () => rm(home, { recursive: true, force: true });
  try {
    await runFile('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  } catch {
    await remove();
    throw new Error('it needs a C compiler (cc), which is not here');
  }
  await writeFile(file, Buffer.alloc(8), { mode: 0o644 });
  const moved = await open(file, 'r+');
  return {
    environment: { LD_PRELOAD: library, WAYPOST_CLOCK: file },
    async set(seconds) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(seconds));
      await moved.write(bytes, 0, 8, 0);
    },
    async remove() {
      await moved.close();
      await remove();
    },
  };
}
