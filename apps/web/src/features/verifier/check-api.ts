/** The checks of public API endpoints (spec 1 §7, API v3 §7.9). */
import { listResponse } from '@waypost/contract/common/list-envelope';
import { anonymousScopes } from '@waypost/contract/common/scopes';
import { Features } from '@waypost/contract/settings/features';
import { MapSettings } from '@waypost/contract/settings/settings';
import { Token, type TokenRequest, webClient } from '@waypost/contract/users/oauth';
import { t } from 'i18next';
import { z } from 'zod';
import {
  buildStatusResult,
  buildStructureResult,
  type CheckResult,
  pickResponseFields,
} from './check-result.ts';
import { type ProbeResponse, probe } from './probe.ts';

const listEnvelopeKeys = Object.keys(listResponse(z.unknown()).shape);

/** The keys that each response must have; the list of all settings has another shape. */
const expectedKeys: Readonly<Record<string, readonly string[] | null>> = {
  '/config': null,
  '/tags': listEnvelopeKeys,
  '/forms': listEnvelopeKeys,
  '/config/features': Object.keys(Features.shape),
  '/config/map': Object.keys(MapSettings.shape),
};
const checkedPaths = Object.keys(expectedKeys);
/** A visitor gets no refresh token. */
const tokenKeys = Object.keys(Token.omit({ refresh_token: true, device: true }).shape);

const ConfigGroups = z.object({ results: z.array(z.looseObject({ id: z.string() })) });
const requiredGroups = ['site', 'map', 'features'];

/** One run: every URL is requested once, also when several checks use its response. */
export class ApiChecks {
  readonly #responses = new Map<string, Promise<ProbeResponse>>();
  #token: Promise<ProbeResponse> | undefined;

  #fetchToken(): Promise<ProbeResponse> {
    const body: TokenRequest = {
      grant_type: 'client_credentials',
      client_id: webClient.id,
      client_secret: webClient.secret,
      scope: anonymousScopes.join(' '),
    };
    this.#token ??= probe('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return this.#token;
  }

  #getCached(path: string): Promise<ProbeResponse> {
    const asking = this.#responses.get(path) ?? this.#fetch(path);
    this.#responses.set(path, asking);
    return asking;
  }

  async #fetch(path: string): Promise<ProbeResponse> {
    // The settings are read before a token exists (API v3 §7.1).
    if (path === '/config') return probe(`/api/v3${path}`);
    const token = Token.safeParse((await this.#fetchToken()).body).data;
    return probe(
      `/api/v3${path}`,
      token ? { headers: { authorization: `Bearer ${token.access_token}` } } : {},
    );
  }

  /** Whether the server responds at all. */
  async network(): Promise<CheckResult[]> {
    const check = 'network';
    if (!navigator.onLine) return [{ check, type: 'error', messages: [t('verifier.network.offline')] }];
    const reply = await this.#getCached('/config');
    const answered = reply.status !== null;
    const message = answered ? t('verifier.network.ok') : t('verifier.status.none');
    return [
      { check, type: answered ? 'confirmation' : 'error', messages: [message], ...pickResponseFields(reply) },
    ];
  }

  async #isPrivate(): Promise<boolean> {
    const groups = ConfigGroups.safeParse((await this.#getCached('/config')).body).data?.results ?? [];
    return groups.find((it) => it.id === 'site')?.['private'] === true;
  }

  async endpoints(): Promise<CheckResult[]> {
    const isPrivate = await this.#isPrivate();
    return Promise.all(
      checkedPaths.map(async (path): Promise<CheckResult> => {
        const reply = await this.#getCached(path);
        const refused = reply.status === 401 || reply.status === 403;
        if (isPrivate && refused)
          return {
            check: 'endpoints',
            type: 'info',
            messages: [t('verifier.endpoints.private')],
            ...pickResponseFields(reply),
          };
        return buildStatusResult(
          'endpoints',
          reply,
          path === '/forms' ? { 403: t('verifier.status.scope') } : {},
        );
      }),
    );
  }

  /** The results of the endpoints that responded. */
  async structure(): Promise<CheckResult[]> {
    const replies = await Promise.all(
      checkedPaths.map(async (path) => ({ path, reply: await this.#getCached(path) })),
    );
    const answered = replies.filter(({ reply }) => reply.status === 200);
    if (answered.length === 0)
      return [{ check: 'structure', type: 'warning', messages: [t('verifier.structure.nothing')] }];
    return answered.map(({ path, reply }) => {
      const keys = expectedKeys[path];
      return keys ? buildStructureResult('structure', reply, keys) : checkConfigStructure(reply);
    });
  }

  async oauth(): Promise<CheckResult[]> {
    const check = 'oauth';
    const reply = await this.#fetchToken();
    const status = buildStatusResult(check, reply, { 401: t('verifier.status.client') });
    if (status.type === 'error') return [status];
    const token = Token.safeParse(reply.body).data;
    const usable = token !== undefined && token.access_token !== '' && token.expires_in > 0;
    const message = usable ? t('verifier.oauth.token') : t('verifier.oauth.noToken');
    return [
      status,
      buildStructureResult(check, reply, tokenKeys),
      { check, type: usable ? 'confirmation' : 'error', messages: [message], url: reply.url },
    ];
  }
}

function checkConfigStructure(reply: ProbeResponse): CheckResult {
  const groups = ConfigGroups.safeParse(reply.body).data?.results.map((it) => it.id) ?? [];
  const missing = requiredGroups.filter((group) => !groups.includes(group));
  const check = 'structure';
  if (missing.length === 0)
    return { check, type: 'confirmation', messages: [t('verifier.structure.ok')], url: reply.url };
  const messages = [
    t('verifier.structure.mismatch'),
    t('verifier.structure.missing', { keys: missing.join(', ') }),
  ];
  return { check, type: 'error', messages, url: reply.url };
}
