/** Asks for a passphrase at the terminal without showing it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './operator-command.ts';

/**
 * Prompts for the passphrase of a backup.
 * @returns undefined when the standard input is no terminal
 * @throws CommandError when the prompt was cancelled or nothing was typed
 */
export async function promptPassphrase(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  // readline echoes what is typed to its output.
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silentOutput, terminal: true });
  // Only now, since the terminal itself echoes keys until readline has it in raw mode, and keeps ^D back as the end of a line.
  process.stderr.write('Passphrase of the backup: ');
  // ^C and ^D close the interface, and its question would never be answered.
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  try {
    const passphrase = await lines.question('', { signal: closed.signal }).catch(() => '');
    if (passphrase === '') throw new CommandError('No passphrase was given. Nothing was changed.');
    return passphrase;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
