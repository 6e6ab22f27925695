/** Text messages that the server sends itself, such as notifications, by any source that can send. */
import { simulatedPhoneSource } from '@waypost/contract/targeted-surveys/targeted-surveys';
import type { Delivery } from '@waypost/contract/users/confirmation-codes';
import type { Tx } from '../../kernel/db/database.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import { insertMessage, type MessageGateways } from '../../messages/messages.public.ts';
import { findProvider } from '../providers/registry.ts';
import { findSendingSource } from './send-messages.ts';

/**
 * Creates the sender of confirmation codes. Simulated phones replace a gateway only if the operator has enabled them; without
 * either, nobody could read the code.
 */
export const createCodeSmsSender = ({
  secretBox,
  gateways,
  useSimulatedPhones,
}: {
  secretBox: SecretBox;
  gateways: MessageGateways;
  useSimulatedPhones: boolean;
}) => ({
  codeDelivery: async (tx: Tx, number?: string): Promise<Delivery | undefined> => {
    const source = await findSendingSource(tx, secretBox, 'sms', null, number);
    // Other gateways fetch their messages.
    if (source !== undefined) return findProvider(source)?.send ? 'sent' : 'waiting';
    return useSimulatedPhones ? 'simulated' : undefined;
  },
  sendCode: async (tx: Tx, contact: { id: number; number: string }, message: string): Promise<void> => {
    const code = { contact_id: contact.id, message, type: 'sms', direction: 'outgoing' } as const;
    if ((await findSendingSource(tx, secretBox, 'sms', null, contact.number)) === undefined) {
      // Only administrators can read it, at the simulated phones.
      await insertMessage(tx, {
        ...code,
        data_source: simulatedPhoneSource,
        status: 'sent',
        is_confirmation: true,
      });
      return;
    }
    const id = await insertMessage(tx, { ...code, status: 'pending', is_confirmation: true });
    await gateways.dispatch(tx, { id, type: 'sms', data_source: null });
  },
});

/** Creates the sender of notifications. */
export const createNotificationSmsSender = ({
  secretBox,
  gateways,
}: {
  secretBox: SecretBox;
  gateways: MessageGateways;
}) => ({
  canSend: async (tx: Tx): Promise<boolean> => (await findSendingSource(tx, secretBox, 'sms')) !== undefined,
  send: async (tx: Tx, contact: { id: number }, message: string, postId: number | null): Promise<void> => {
    const id = await insertMessage(tx, {
      contact_id: contact.id,
      message,
      type: 'sms',
      status: 'pending',
      direction: 'outgoing',
      notification_post_id: postId,
    });
    await gateways.dispatch(tx, { id, type: 'sms', data_source: null });
  },
});
