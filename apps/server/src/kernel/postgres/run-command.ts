/** Running one of PostgreSQL's own programs to its end. */
import { spawn } from 'node:child_process';
import type { Account } from './accounts.ts';

/** How a program ended: its exit code (null when killed or not startable) and everything it printed. */
export interface CommandResult {
  code: number | null;
  output: string;
}

/** Options shared by every process started under another account. */
export interface RunOptions {
  /** Run under this account instead of our own; only root may. */
  account?: Account | undefined;
  /** Working directory; must be one that the account can enter. */
  cwd: string;
  /** Text for standard input. */
  input?: string;
}

/** Runs a program to its end and never throws: a program that cannot be executed gives code null. */
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
    child.stdin.on('error', () => undefined); // the program may end without reading
    child.stdin.end(options.input ?? '');
  });
}

/** The part of spawn's options that changes the user; empty for our own. */
export function spawnUserOptions(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** PostgreSQL needs no secret of ours, and variables such as PGDATA or PGPORT must not lead it astray. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_MESSAGES: 'C' };
}
