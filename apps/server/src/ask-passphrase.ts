/** Asks whoever sits at the terminal for a passphrase, without showing it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandRefused } from './command.ts';

/**
 * @returns undefined where nobody sits there
 * @throws CommandRefused when the prompt was cancelled or nothing was typed
 */
export async function askPassphrase(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write('Passphrase of the backup: ');
  // What is typed would be written back to it.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // ^C and ^D close the interface, and its question would never be answered.
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  try {
    const typed = await lines.question('', { signal: closed.signal }).catch(() => '');
    if (typed === '') throw new CommandRefused('No passphrase was given. Nothing was changed.');
    return typed;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
