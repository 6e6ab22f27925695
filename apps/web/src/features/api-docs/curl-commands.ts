/** Commands for the interface of this deployment, as somebody with these rights would type them. Pure. */

import { writeBackSignatureHeader } from '@waypost/contract/api-keys/write-back';
import { webClient } from '@waypost/contract/users/oauth';

/** As one word of a POSIX shell, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const joinLines = (...parts: string[]): string => parts.join(' \\\n  ');
const jsonBody = (body: object): string => `-d ${quoteForShell(JSON.stringify(body))}`;
const bearerHeader = '-H "Authorization: Bearer $TOKEN"';
const jsonHeader = '-H "Content-Type: application/json"';

/** @param apiUrl the address that ends in `/api/v3` */
export const buildCurlCommands = (apiUrl: string) => {
  const root = apiUrl.replace(/\/api\/v3$/, '');
  const write = (method: 'POST' | 'PUT', path: string, body: object) =>
    joinLines(
      `curl -X ${method} ${quoteForShell(`${apiUrl}${path}`)}`,
      bearerHeader,
      jsonHeader,
      jsonBody(body),
    );
  const read = (path: string, ...filters: string[]) =>
    joinLines(
      `curl ${filters.length > 0 ? '-G ' : ''}${quoteForShell(`${apiUrl}${path}`)}`,
      bearerHeader,
      ...filters.map((it) => `--data-urlencode ${quoteForShell(it)}`),
    );
  return {
    token: (email: string) =>
      [
        joinLines(
          `curl ${quoteForShell(`${root}/oauth/token`)}`,
          '-d grant_type=password',
          `-d client_id=${webClient.id}`,
          `-d client_secret=${webClient.secret}`,
          `--data-urlencode ${quoteForShell('scope=*')}`,
          `--data-urlencode ${quoteForShell(`username=${email}`)}`,
          '--data-urlencode "password=$PASSWORD"',
        ),
        'TOKEN=…',
      ].join('\n'),
    read,
    write,
    /** A request with an API key instead of a token: the address and the body are signed together. */
    writeBack: (post: number) =>
      [
        `URL=${quoteForShell(`${apiUrl}/webhooks/posts/${post}`)}`,
        `BODY='{"api_key":"'$API_KEY'","title":"Bridge open again"}'`,
        `SIGNATURE=$(printf '%s' "$URL$BODY" | openssl dgst -sha256 -hmac "$PLATFORM_SHARED_SECRET" -binary | base64)`,
        joinLines(
          'curl -X PUT "$URL"',
          jsonHeader,
          `-H "${writeBackSignatureHeader}: $SIGNATURE"`,
          '-d "$BODY"',
        ),
      ].join('\n'),
  };
};
