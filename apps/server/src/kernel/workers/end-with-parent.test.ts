import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { eventually } from '../../testing/time.ts';

const module = JSON.stringify(new URL('end-with-parent.ts', import.meta.url).href);
/** Never gives its own timers a turn, once its message has left. */
const worker = `(await import(${module})).endWithParent(); process.send('ready', () => { for (;;); });`;
const loader = JSON.stringify(['--import', 'tsx', '--input-type=module', '-e', worker]);
const parent = `const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ${loader}, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.once('message', () => console.log(child.pid));`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a worker ends when its parent is killed, also while it is busy', async () => {
  const process = spawn('node', ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(process.stdout, 'data')) as [Buffer];
  const pid = Number(output.toString());
  expect(isRunning(pid)).toBe(true);
  process.kill('SIGKILL');
  await eventually(async () => expect(isRunning(pid)).toBe(false));
});
