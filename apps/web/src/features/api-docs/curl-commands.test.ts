import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildCurlCommands, quoteForShell } from './curl-commands.ts';

/** What a shell makes of a command: `curl` is replaced by something that prints each argument on a line. */
const shellArguments = (command: string, environment: Record<string, string> = {}) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  }).split('\n');

const commands = buildCurlCommands('https://report.example.org/api/v3');

test('a shell reads what was meant, whatever is in it', () => {
  expect(shellArguments(`curl ${quoteForShell(`it's "$HOME" \\ \`x\``)}`)[0]).toBe(`it's "$HOME" \\ \`x\``);
  const body = { title: "Ben's $HOME" };
  expect(shellArguments(commands.write('POST', '/posts', body), { TOKEN: 'secret' })).toEqual([
    '-X',
    'POST',
    'https://report.example.org/api/v3/posts',
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify(body),
    '',
  ]);
});

test('a request with an API key is signed over its address and body', () => {
  const args = shellArguments(commands.writeBack(7), {
    API_KEY: 'the-key',
    PLATFORM_SHARED_SECRET: 'the secret',
  });
  const body = '{"api_key":"the-key","title":"Bridge open again"}';
  expect(args).toContain(body);
  const signature = createHmac('sha256', 'the secret')
    .update(`https://report.example.org/api/v3/webhooks/posts/7${body}`)
    .digest('base64');
  expect(args).toContain(`x-ushahidi-signature: ${signature}`);
});
