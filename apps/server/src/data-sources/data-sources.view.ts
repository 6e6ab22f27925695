/** Data sources in API v3 format (API v3 §2.14). */
import { describeProvider, type ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { isTextGateway } from '../settings/settings.public.ts';
import { providerPrivileges } from './data-sources.rules.ts';
import { type ProviderFacts, viewSourceStatus } from './provider-states.ts';
import { findProvider } from './providers/registry.ts';
import { findChannelTest } from './test-source.ts';

/** A data source with its state. The path in `url` is `dataprovider` as in API v3; no such endpoint exists. */
export function viewDataProvider(
  viewer: Viewer,
  urls: UrlBuilder,
  id: ProviderId,
  { sourceState, state, health, isAuthenticated }: ProviderFacts,
): DataProvider {
  const incoming_path = findProvider(id)?.callbacks?.[0]?.paths[0];
  const { name, services, options, inbound_fields } = describeProvider(id);
  return {
    id,
    url: urls.entity('dataprovider', id),
    name,
    services: [...services],
    options: Object.fromEntries(
      Object.entries(options).map(([key, { rules = [], options: choices, ...option }]) => [
        key,
        { ...option, ...(choices && { options: [...choices] }), rules: [...rules] },
      ]),
    ),
    inbound_fields: { ...inbound_fields },
    ...(incoming_path === undefined ? {} : { incoming_path }),
    heard: toApiDateOrNull(sourceState?.last_received ?? null),
    polled: toApiDateOrNull(sourceState?.last_polled ?? null),
    fault: sourceState?.fault ?? null,
    authenticated: isAuthenticated,
    state,
    status: viewSourceStatus({ state, health, sourceState, isAuthenticated }),
    test: findChannelTest(viewer, id),
    ...(isTextGateway(id) && !viewer.isAdmin ? { options_locked: true } : {}),
    allowed_privileges: providerPrivileges(viewer, id),
  };
}
