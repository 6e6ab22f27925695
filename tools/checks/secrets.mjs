/** Checks that the repository contains no secrets: searches every tracked file for patterns of keys. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';

/** Written so that this file does not match. */
const secretPatterns = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----\s+[\w+/=]{20,}/,
  'a key of AWS': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  'a token of GitHub': /\b(?:gh[pousr]_\w{36,}|github_pat_\w{60,})\b/,
  'a token of GitLab': /\bglpat-[\w-]{20,}\b/,
  'a token of Slack': /\bxox[abprs]-[\w-]{20,}/,
  'a token of npm': /\bnpm_\w{36}\b|_authToken\s*=\s*[^\s$]{10,}/,
  'a key of Google': /\bAIza[\w-]{35}\b/,
  'a key of Stripe': /\b[rs]k_live_\w{20,}/,
  'a key of SendGrid': /\bSG\.[\w-]{20,}\.[\w-]{30,}/,
  'a key of Twilio': /\bSK[0-9a-f]{32}\b/,
  'a JSON Web Token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/,
  'a password in an address':
    /\b(?:postgres(?:ql)?|mysql|mongodb|redis|amqp|smtps?):\/\/[^\s:/@'"`$<{]+:[^\s@'"`$<{*]{12,}@(?!localhost|127\.|\[::1\])/,
};

/** Keys without use: of a local server for tests. */
const allowedFiles = new Set(['apps/server/src/testing/servers/localhost-tls.ts']);

/** Binary files. */
const BINARY = /\.(png|jpe?g|webp|gif|ico|woff2?|ttf|pmtiles|gz|zip|pdf|br)$/i;

const files = execFileSync('git', ['ls-files', '-z'], {
  cwd: inRoot('.'),
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter((file) => file !== '' && !allowedFiles.has(file) && !BINARY.test(file));

const findings = files.flatMap((file) => {
  let text;
  try {
    text = readFileSync(inRoot(file), 'utf8');
  } catch {
    // Deleted and not yet committed.
    return [];
  }
  return Object.entries(secretPatterns)
    .filter(([, pattern]) => pattern.test(text))
    .map(([kind]) => `${file}: ${kind}`);
});

for (const line of findings) console.log(line);
console.log(`${files.length} files, ${findings.length} with a possible secret`);
process.exitCode = findings.length === 0 ? 0 : 1;
