/** Data sources as they leave the server (wire 2.14). */
import { describedAs, type ProviderId } from '@waypost/contract/data-providers';
import type { DataProvider, ProviderState } from '@waypost/contract/data-sources';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDateOrNull } from '../kernel/wire.ts';
import { providerPrivileges } from './data-sources.rules.ts';
import { providerOf } from './providers/all.ts';
import type { SourceRow } from './sources.sql.ts';

/** The path of the address is the wire's, and not one that is served. */
export function viewDataProvider(
  viewer: Viewer,
  addresses: Addresses,
  id: ProviderId,
  known: SourceRow | undefined,
  state: ProviderState,
): DataProvider {
  const incoming_path = providerOf(id)?.callbacks?.[0]?.paths[0];
  const { name, services, options, inbound_fields } = describedAs(id);
  return {
    id,
    url: addresses.entity('dataprovider', id),
    name,
    services: [...services],
    options: Object.fromEntries(
      Object.entries(options).map(([key, { rules, options: choices, ...option }]) => [
        key,
        { ...option, ...(choices && { options: [...choices] }), ...(rules && { rules: [...rules] }) },
      ]),
    ),
    inbound_fields: { ...inbound_fields },
    ...(incoming_path === undefined ? {} : { incoming_path }),
    heard: wireDateOrNull(known?.heard ?? null),
    polled: wireDateOrNull(known?.polled ?? null),
    fault: known?.fault ?? null,
    state,
    allowed_privileges: providerPrivileges(viewer, id),
  };
}
