/** Text messages of the deployment's own, such as notifications: by whichever source can send now. */
import type { Tx } from '../kernel/db.ts';
import type { Vault } from '../kernel/vault.ts';
import { type Gateways, insertMessage } from '../messages/messages.public.ts';
import { wayOut } from './send-messages.ts';

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
