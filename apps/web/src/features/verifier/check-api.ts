/** The checks that ask the API what anybody may (spec 1 §7, wire 7.9). */
import { listOfEntities } from '@waypost/contract/envelope';
import { Features } from '@waypost/contract/features';
import { Token, type TokenRequest, webClient } from '@waypost/contract/oauth';
import { anonymousScopes } from '@waypost/contract/scopes';
import { MapSettings } from '@waypost/contract/settings';
import { t } from 'i18next';
import { z } from 'zod';
import { ask, type Reply } from './ask.ts';
import { facts, type Result, statusResult, structureResult } from './result.ts';

const listKeys = Object.keys(listOfEntities(z.unknown()).shape);

/** What each address must hold; the list of all settings has a shape of its own. */
const structures: Readonly<Record<string, readonly string[] | null>> = {
  '/config': null,
  '/tags': listKeys,
  '/forms': listKeys,
  '/config/features': Object.keys(Features.shape),
  '/config/map': Object.keys(MapSettings.shape),
};
const paths = Object.keys(structures);
/** A visitor gets no refresh token. */
const tokenKeys = Object.keys(Token.omit({ refresh_token: true, device: true }).shape);

const Groups = z.object({ results: z.array(z.looseObject({ id: z.string() })) });
const neededGroups = ['site', 'map', 'features'];

/** One run: every address is asked once, however many checks look at its answer. */
export class ApiChecks {
  readonly #asked = new Map<string, Promise<Reply>>();
  #token: Promise<Reply> | undefined;

  #askToken(): Promise<Reply> {
    const body: TokenRequest = {
      grant_type: 'client_credentials',
      client_id: webClient.id,
      client_secret: webClient.secret,
      scope: anonymousScopes.join(' '),
    };
    this.#token ??= ask('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return this.#token;
  }

  #get(path: string): Promise<Reply> {
    const asking = this.#asked.get(path) ?? this.#send(path);
    this.#asked.set(path, asking);
    return asking;
  }

  async #send(path: string): Promise<Reply> {
    // The settings come before any token (wire 7.1).
    if (path === '/config') return ask(`/api/v3${path}`);
    const token = Token.safeParse((await this.#askToken()).body).data;
    return ask(`/api/v3${path}`, token ? { headers: { authorization: `Bearer ${token.access_token}` } } : {});
  }

  /** Whether anything answers at all. */
  async network(): Promise<Result[]> {
    const check = 'network';
    if (!navigator.onLine) return [{ check, type: 'error', messages: [t('verifier.network.offline')] }];
    const reply = await this.#get('/config');
    const answered = reply.status !== null;
    const message = answered ? t('verifier.network.ok') : t('verifier.status.none');
    return [{ check, type: answered ? 'confirmation' : 'error', messages: [message], ...facts(reply) }];
  }

  async #isPrivate(): Promise<boolean> {
    const groups = Groups.safeParse((await this.#get('/config')).body).data?.results ?? [];
    return groups.find((it) => it.id === 'site')?.['private'] === true;
  }

  async endpoints(): Promise<Result[]> {
    const isPrivate = await this.#isPrivate();
    return Promise.all(
      paths.map(async (path): Promise<Result> => {
        const reply = await this.#get(path);
        const refused = reply.status === 401 || reply.status === 403;
        if (isPrivate && refused)
          return {
            check: 'endpoints',
            type: 'info',
            messages: [t('verifier.endpoints.private')],
            ...facts(reply),
          };
        return statusResult('endpoints', reply, path === '/forms' ? { 403: t('verifier.status.scope') } : {});
      }),
    );
  }

  /** Of those that answered. */
  async structure(): Promise<Result[]> {
    const replies = await Promise.all(paths.map(async (path) => ({ path, reply: await this.#get(path) })));
    const answered = replies.filter(({ reply }) => reply.status === 200);
    if (answered.length === 0)
      return [{ check: 'structure', type: 'warning', messages: [t('verifier.structure.nothing')] }];
    return answered.map(({ path, reply }) => {
      const keys = structures[path];
      return keys ? structureResult('structure', reply, keys) : structureOfConfig(reply);
    });
  }

  async oauth(): Promise<Result[]> {
    const check = 'oauth';
    const reply = await this.#askToken();
    const status = statusResult(check, reply, { 401: t('verifier.status.client') });
    if (status.type === 'error') return [status];
    const token = Token.safeParse(reply.body).data;
    const usable = token !== undefined && token.access_token !== '' && token.expires_in > 0;
    const message = usable ? t('verifier.oauth.token') : t('verifier.oauth.noToken');
    return [
      status,
      structureResult(check, reply, tokenKeys),
      { check, type: usable ? 'confirmation' : 'error', messages: [message], url: reply.url },
    ];
  }
}

function structureOfConfig(reply: Reply): Result {
  const groups = Groups.safeParse(reply.body).data?.results.map((it) => it.id) ?? [];
  const missing = neededGroups.filter((group) => !groups.includes(group));
  const check = 'structure';
  if (missing.length === 0)
    return { check, type: 'confirmation', messages: [t('verifier.structure.ok')], url: reply.url };
  const messages = [
    t('verifier.structure.mismatch'),
    t('verifier.structure.missing', { keys: missing.join(', ') }),
  ];
  return { check, type: 'error', messages, url: reply.url };
}
