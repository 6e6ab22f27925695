/** Runs a program to its end, without a shell. */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { root } from './paths.mjs';

/**
 * Runs a program and collects what it prints, both streams in one.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number | null, output: string, seconds: number }>} code is null when it could not
 *   be started or was killed
 */
export function runProgram(program, args, { cwd = root, env = process.env } = {}) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    const end = (code) => {
      const seconds = (performance.now() - begun) / 1000;
      resolve({ code, output: Buffer.concat(chunks).toString(), seconds });
    };
    child.on('error', (error) => {
      chunks.push(Buffer.from(error.message));
      end(null);
    });
    child.on('close', end);
  });
}
