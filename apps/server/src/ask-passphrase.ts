/** Asks whoever sits at the terminal for a passphrase, without showing it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** @returns undefined where nobody sits there */
export async function askPassphrase(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write('Passphrase of the backup: ');
  // What is typed would be written back to it.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
