/** Text messages of the deployment's own, such as notifications: by whichever source can send now. */
import { simulatedSource } from '@waypost/contract/targeted-surveys';
import type { Tx } from '../kernel/db.ts';
import type { Vault } from '../kernel/vault.ts';
import { type Gateways, insertMessage } from '../messages/messages.public.ts';
import { wayOut } from './send-messages.ts';

/**
 * Confirmation codes as text messages. Simulated phones stand in for a gateway only where the operator asks for them: on a
 * deployment without either, nobody could read the code.
 * @param simulates whether simulated phones are switched on
 */
export const codeTextingBy = ({
  vault,
  gateways,
  simulates,
}: {
  vault: Vault;
  gateways: Gateways;
  simulates: boolean;
}) => ({
  codeDelivery: async (tx: Tx): Promise<'sent' | 'simulated' | undefined> => {
    if ((await wayOut(tx, vault, 'sms')) !== undefined) return 'sent';
    return simulates ? 'simulated' : undefined;
  },
  sendCode: async (tx: Tx, contact: { id: number }, message: string): Promise<void> => {
    const code = { contact_id: contact.id, message, type: 'sms', direction: 'outgoing' } as const;
    if ((await wayOut(tx, vault, 'sms')) === undefined) {
      // Read by administrators at the simulated phones alone.
      await insertMessage(tx, {
        ...code,
        data_source: simulatedSource,
        status: 'sent',
        is_confirmation: true,
      });
      return;
    }
    const id = await insertMessage(tx, { ...code, status: 'pending', is_confirmation: true });
    await gateways.carry(tx, { id, type: 'sms', data_source: null });
  },
});

/** What notifications use. */
export const textingBy = ({ vault, gateways }: { vault: Vault; gateways: Gateways }) => ({
  canText: async (tx: Tx): Promise<boolean> => (await wayOut(tx, vault, 'sms')) !== undefined,
  text: async (tx: Tx, contact: { id: number }, message: string, postId: number | null): Promise<void> => {
    const id = await insertMessage(tx, {
      contact_id: contact.id,
      message,
      type: 'sms',
      status: 'pending',
      direction: 'outgoing',
      notification_post_id: postId,
    });
    await gateways.carry(tx, { id, type: 'sms', data_source: null });
  },
});
