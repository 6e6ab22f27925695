/** Commands for the interface of this deployment, as somebody with these rights would type them. Pure. */
import { webClient } from '@waypost/contract/oauth';
import { signatureHeader } from '@waypost/contract/write-back';

/** As one word of a POSIX shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const lines = (...parts: string[]): string => parts.join(' \\\n  ');
const json = (body: object): string => `-d ${quoted(JSON.stringify(body))}`;
const asSelf = '-H "Authorization: Bearer $TOKEN"';
const isJson = '-H "Content-Type: application/json"';

/** @param api the address that ends in `/api/v3` */
export const commandsFor = (api: string) => {
  const root = api.replace(/\/api\/v3$/, '');
  const write = (method: 'POST' | 'PUT', path: string, body: object) =>
    lines(`curl -X ${method} ${quoted(`${api}${path}`)}`, asSelf, isJson, json(body));
  const read = (path: string, ...filters: string[]) =>
    lines(
      `curl ${filters.length > 0 ? '-G ' : ''}${quoted(`${api}${path}`)}`,
      asSelf,
      ...filters.map((it) => `--data-urlencode ${quoted(it)}`),
    );
  return {
    token: (email: string) =>
      [
        lines(
          `curl ${quoted(`${root}/oauth/token`)}`,
          '-d grant_type=password',
          `-d client_id=${webClient.id}`,
          `-d client_secret=${webClient.secret}`,
          `--data-urlencode ${quoted('scope=*')}`,
          `--data-urlencode ${quoted(`username=${email}`)}`,
          '--data-urlencode "password=$PASSWORD"',
        ),
        'TOKEN=…',
      ].join('\n'),
    read,
    write,
    /** A request with an API key instead of a token: the address and the body are signed together. */
    writeBack: (post: number) =>
      [
        `URL=${quoted(`${api}/webhooks/posts/${post}`)}`,
        `BODY='{"api_key":"'$API_KEY'","title":"Bridge open again"}'`,
        `SIGNATURE=$(printf '%s' "$URL$BODY" | openssl dgst -sha256 -hmac "$PLATFORM_SHARED_SECRET" -binary | base64)`,
        lines('curl -X PUT "$URL"', isJson, `-H "${signatureHeader}: $SIGNATURE"`, '-d "$BODY"'),
      ].join('\n'),
  };
};
