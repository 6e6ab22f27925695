/** Asks whoever sits at the terminal for a passphrase, without showing it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './operator-command.ts';

/**
 * @returns undefined where nobody sits there
 * @throws CommandError when the prompt was cancelled or nothing was typed
 */
export async function promptPassphrase(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write('Passphrase of the backup: ');
  // What is typed would be written back to it.
  const silentOutput = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silentOutput, terminal: true });
  // ^C and ^D close the interface, and its question would never be answered.
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  try {
    const typed = await lines.question('', { signal: closed.signal }).catch(() => '');
    if (typed === '') throw new CommandError('No passphrase was given. Nothing was changed.');
    return typed;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
