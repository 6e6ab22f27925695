/** Runs programs of PostgreSQL. */
import { spawn } from 'node:child_process';
import type { Account } from './accounts.ts';

/** Exit code (null when the program was killed or could not be started) and output. */
export interface CommandResult {
  code: number | null;
  output: string;
}

/** Options of a program. */
export interface RunOptions {
  /** Run under this account; only root may do that. */
  account?: Account | undefined;
  /** Working directory; must be one that the account can enter. */
  cwd: string;
  /** Text for standard input. */
  input?: string;
}

/** Runs a program until it exits. Never rejects: a program that cannot be started has the code null. */
export function runCommand(program: string, args: string[], options: RunOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: childEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      ...spawnUserOptions(options.account),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
    child.stdin.on('error', () => undefined); // the program may exit without reading
    child.stdin.end(options.input ?? '');
  });
}

/** The options of `spawn` that change the user; empty for the current one. */
export function spawnUserOptions(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** A minimal environment: without our secrets, and without variables such as PGDATA or PGPORT. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_MESSAGES: 'C' };
}
