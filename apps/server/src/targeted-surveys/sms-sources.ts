/** By which data sources text messages can go out. */
import { simulatedPhoneSource } from '@waypost/contract/targeted-surveys/targeted-surveys';
import type { Tx } from '../kernel/db/database.ts';
import { readFeatures, readProviders } from '../settings/settings.public.ts';

/** Those that send text messages, in the order in which they are chosen (API v3 §2.14). */
const smsGateways = ['smssync', 'twilio', 'nexmo', 'frontlinesms'] as const;

/** Gateways that the operator offers and the deployment has switched on. */
async function findEnabledGateways(tx: Tx): Promise<string[]> {
  const [offered, enabled] = [(await readFeatures(tx))['data-providers'], await readProviders(tx)];
  return smsGateways.filter((it) => offered[it] === true && enabled[it] === true);
}

/**
 * The first one is the usual one.
 * @param useSimulatedPhones whether simulated phones are wanted; undefined: where there is no gateway
 */
export async function findSmsSources(tx: Tx, useSimulatedPhones: boolean | undefined): Promise<string[]> {
  const enabled = await findEnabledGateways(tx);
  return (useSimulatedPhones ?? enabled.length === 0) ? [...enabled, simulatedPhoneSource] : enabled;
}
