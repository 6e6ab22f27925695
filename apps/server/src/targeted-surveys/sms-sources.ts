/** Data sources that can send text messages. */
import { describeProvider, providerIds } from '@waypost/contract/data-sources/data-providers';
import { simulatedPhoneSource } from '@waypost/contract/targeted-surveys/targeted-surveys';
import type { Tx } from '../kernel/db/database.ts';
import { readEnabledProviders, readFeatures } from '../settings/settings.public.ts';

/** Gateways that send targeted surveys, by preference (API v3 §2.14). */
const smsGateways = providerIds
  .flatMap((id) => {
    const { targetedSurveyRank: rank } = describeProvider(id);
    return rank === null ? [] : [{ id, rank }];
  })
  .sort((a, b) => a.rank - b.rank)
  .map(({ id }) => id);

/** Gateways that the operator offers and that are switched on. */
async function findEnabledGateways(tx: Tx): Promise<string[]> {
  const [offered, enabled] = [(await readFeatures(tx))['data-providers'], await readEnabledProviders(tx)];
  return smsGateways.filter((gateway) => offered[gateway] === true && enabled[gateway] === true);
}

/**
 * Available sources of text messages; the first one is the default.
 * @param useSimulatedPhones whether simulated phones are enabled; undefined: only if no gateway is switched on
 */
export async function findSmsSources(tx: Tx, useSimulatedPhones: boolean | undefined): Promise<string[]> {
  const enabled = await findEnabledGateways(tx);
  return (useSimulatedPhones ?? enabled.length === 0) ? [...enabled, simulatedPhoneSource] : enabled;
}
