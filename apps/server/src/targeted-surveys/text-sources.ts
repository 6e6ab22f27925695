/** By which data sources text messages can go out. */
import { simulatedSource } from '@waypost/contract/targeted-surveys';
import type { Tx } from '../kernel/db.ts';
import { readFeatures, readProviders } from '../settings/settings.public.ts';

/** Those that send text messages, in the order in which they are chosen (wire 2.14). */
const gateways = ['smssync', 'twilio', 'nexmo', 'frontlinesms'] as const;

/** Gateways that the operator offers and the deployment has switched on. */
async function gatewaysOn(tx: Tx): Promise<string[]> {
  const [offered, on] = [(await readFeatures(tx))['data-providers'], await readProviders(tx)];
  return gateways.filter((it) => offered[it] === true && on[it] === true);
}

/**
 * The first one is the usual one.
 * @param simulates whether simulated phones are wanted; undefined: where there is no gateway
 */
export async function textSources(tx: Tx, simulates: boolean | undefined): Promise<string[]> {
  const on = await gatewaysOn(tx);
  return (simulates ?? on.length === 0) ? [...on, simulatedSource] : on;
}
